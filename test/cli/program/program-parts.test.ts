// The files of the built program: a command reads no more than it needs, as `svc --version` shows.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const folder = fileURLToPath(new URL('../../../cli/dist/', import.meta.url))
const imported = /^(?:import|export)\b[^\n;]*?"\.\/([^"]+)"/gm

const importedLater = /\bimport\("\.\/([^"]+)"\)/g

/** Of this build: the folder keeps files of earlier ones for a while. */
const partsNamed = (name: string) =>
  [...reachedFrom('main.js', [imported, importedLater])].filter((file) =>
    file.startsWith(`${name}-`),
  )

/** Names of files that are read before the first line of this one runs. */
const readWith = (file: string) => reachedFrom(file, [imported])

function reachedFrom(file: string, ways: readonly RegExp[]): ReadonlySet<string> {
  const reached = new Set([file])
  // A set's iteration meets what is added on the way.
  for (const one of reached) {
    const text = readFileSync(join(folder, one), 'utf8')
    for (const way of ways) {
      for (const [, next = ''] of text.matchAll(way)) {
        // A comment of a bundled package names a file of that package.
        if (existsSync(join(folder, basename(next)))) reached.add(basename(next))
      }
    }
  }
  return reached
}

test('what a server shares with commands is one file, which the start of the program does not read', () => {
  const [shared = '', ...others] = partsNamed('shared')
  assert.deepEqual(others, [])
  const [serve = ''] = partsNamed('serve').filter((file) => readWith(file).has(shared))
  assert.ok(serve, 'no server reads it')
  for (const file of ['main.js', ...partsNamed('version')]) {
    assert.ok(!readWith(file).has(shared), file)
  }
  assert.equal(partsNamed('version').length, 1)
})

test('each part of the program can be read, also one that only few need', async () => {
  const parts = [...reachedFrom('main.js', [imported, importedLater])].map((file) =>
    join(folder, file),
  )
  const read = `for (const part of ${JSON.stringify(parts)}) await import(part)`
  const { stderr } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    read,
  ])
  assert.equal(stderr, '')
})
