// Slow: builds a program several times. The lane itself begins with the same build.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openProductFolder } from './product-folder.ts'

const launcher = 'cli/svc.js'
const prepare = 'scripts/prepare.js'
const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Says which text it was built with, whether it runs as built, and what stands in a file beside its source. */
const main = (text: string) => `
import { noteOf } from '../server/note.ts'
export async function main(): Promise<number> {
  const { late } = await import('./late.ts')
  const isBuilt = new Error().stack?.includes('cli/dist/main.js')
  process.stdout.write(JSON.stringify({ text: '${text}', isBuilt, note: noteOf(), late }))
  return 0
}
`
const note = `
import { readFileSync } from 'node:fs'
export const noteOf = () => readFileSync(new URL('note.txt', import.meta.url), 'utf8')
`

describe('the built program', () => {
  let product: ReturnType<typeof openProductFolder>
  beforeEach(() => {
    product = openProductFolder([
      launcher,
      prepare,
      'cli/built-program.js',
      'cli/named-command.js',
      'cli/right-node.js',
      'scripts/build-console.js',
      'scripts/build-program.js',
      'scripts/program.vite.js',
      'scripts/run-vite.js',
    ])
    product.write('cli/main.ts', main('first'))
    product.write('cli/late.ts', "export const late: string = 'late'\n")
    product.write('server/note.ts', note)
    product.write('server/note.txt', 'a note')
    product.write('package-lock.json', '{ "packages": {} }')
    product.write('node_modules/.package-lock.json', '{ "packages": {} }')
    symlinkSync(join(repository, 'node_modules/vite'), join(product.folder, 'node_modules/vite'))
  })
  afterEach(() => product.remove())
  const inProgram = (file: string) => join(product.folder, 'cli/dist', file)

  async function build(): Promise<string> {
    const { status, stdout, stderr } = await product.run(prepare)
    assert.deepEqual([status, stdout], [0, ''], stderr)
    return stderr
  }

  async function run(): Promise<unknown> {
    const { status, stdout, stderr } = await product.run(launcher)
    assert.deepEqual([status, stderr], [0, ''])
    return JSON.parse(stdout)
  }
  const seen = (text: string, isBuilt: boolean) => ({ text, isBuilt, note: 'a note', late: 'late' })

  test('does what the sources do until one of them changes, and is built anew', async () => {
    assert.deepEqual(await run(), seen('first', false))
    assert.match(await build(), /^Built the program in /)
    assert.deepEqual(await run(), seen('first', true))
    assert.equal(await build(), '', 'it was built twice')

    const before = readdirSync(inProgram('.'))
    product.write('cli/main.ts', main('later'))
    utimesSync(join(product.folder, 'cli/main.ts'), 0, 0)
    assert.deepEqual(await run(), seen('later', false))
    await build()
    assert.deepEqual(await run(), seen('later', true))
    for (const file of before)
      assert.ok(readdirSync(inProgram('.')).includes(file), `${file} is gone`)

    product.write('package-lock.json', '{ "packages":  {} }')
    assert.deepEqual(await run(), seen('later', false))
  })

  test('is trusted where nobody edits sources, and not half written', async () => {
    await build()
    const built = readFileSync(inProgram('sources.json'), 'utf8')
    product.write('cli/dist/sources.json', built.slice(0, -10))
    assert.deepEqual(await run(), seen('first', false))
    rmSync(inProgram('sources.json'))
    assert.deepEqual(await run(), seen('first', false))
    product.write('release.json', '{}')
    assert.deepEqual(await run(), seen('first', true))
  })
})
