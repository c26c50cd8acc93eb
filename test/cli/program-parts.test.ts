// The files of the built program: a command reads no more than it needs, as `svc --version` shows.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../cli/dist/', import.meta.url))
const imported = /^(?:import|export)\b[^\n;]*?"\.\/([^"]+)"/gm

const partsNamed = (name: string) =>
  readdirSync(folder).filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))

/** Names of files that are read before the first line of this one runs. */
function readWith(file: string): ReadonlySet<string> {
  const reached = new Set([file])
  // A set's iteration meets what is added on the way.
  for (const one of reached) {
    for (const [, next = ''] of readFileSync(join(folder, one), 'utf8').matchAll(imported)) {
      reached.add(basename(next))
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
