// Slow: builds a program several times. The lane itself begins with the same build.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findWorkers } from '../../../scripts/workers.vite.js'
import { openProductFolder } from './product-folder.ts'

const sourceLists = ['main.sources.json', 'workers/note-thread.sources.json']
const launcher = 'cli/svc.js'
const prepare = 'scripts/prepare.js'
const start = 'scripts/start.js'
const repository = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Says which text it was built with, whether it runs as built, what stands in a file beside its source, and what its
 * worker says.
 */
const main = (text: string) => `
import { noteOf } from '../server/note.ts'
import { askWorker } from '../server/ask-worker.ts'
export async function main(): Promise<number> {
  const { late } = await import('./late.ts')
  const isBuilt = new Error().stack?.includes('cli/dist/main.js')
  process.stdout.write(JSON.stringify({ text: '${text}', isBuilt, note: noteOf(), late, ...(await askWorker()) }))
  return 0
}
`
const note = `
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
export const noteOf = () => {
  const places = [new URL('note.txt', import.meta.url), join(import.meta.dirname, 'note.txt'), import.meta.filename.replace(/ts$/, 'txt')]
  return [...new Set(places.map((place) => readFileSync(place, 'utf8')))].join()
}
`
const askWorker = `
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { workerFile } from './kernel/built-files.js'
export async function askWorker(): Promise<object> {
  const [answer] = await once(new Worker(workerFile('./note-thread.ts', import.meta.url)), 'message')
  return answer
}
`
const worker = (text: string) => `
import { parentPort } from 'node:worker_threads'
import { noteOf } from './note.ts'
const isBuilt = new Error().stack?.includes('cli/dist/workers/note-thread.js')
parentPort?.postMessage({ worker: { text: '${text}', isBuilt, note: noteOf() } })
`

describe('the built program', () => {
  let product: ReturnType<typeof openProductFolder>
  beforeEach(() => {
    product = openProductFolder([
      launcher,
      prepare,
      start,
      'server/kernel/built-files.js',
      'cli/launch.js',
      'cli/named-command.js',
      'cli/right-node.js',
      'scripts/build-console.js',
      'scripts/build-program.js',
      'scripts/program.vite.js',
      'scripts/run-vite.js',
      'scripts/server-build.js',
      'scripts/workers.vite.js',
    ])
    product.write('cli/main.ts', main('first'))
    product.write('cli/late.ts', "export const late: string = 'late'\n")
    product.write('server/note.ts', note)
    product.write('server/note.txt', 'a note')
    product.write('server/ask-worker.ts', askWorker)
    product.write('server/note-thread.ts', worker('first'))
    product.write('server/ask-other.ts', "workerFile('./other-thread.ts', import.meta.url)")
    product.write('server/other-thread.ts', worker('other'))
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

  async function run(program = launcher): Promise<unknown> {
    const { status, stdout, stderr } = await product.run(program)
    assert.deepEqual([status, stderr], [0, ''])
    return JSON.parse(stdout)
  }
  const seen = (text: string, isBuilt: boolean, itsWorker = { text: 'first', isBuilt: true }) => ({
    text,
    isBuilt,
    note: 'a note',
    late: 'late',
    worker: { note: 'a note', ...itsWorker },
  })
  const source = { text: 'first', isBuilt: false }

  test('does what the sources do until one of them changes, and is built anew', async () => {
    assert.deepEqual(await run(), seen('first', false, source))
    assert.match(await build(), /^Built the program in /)
    assert.deepEqual(await run(), seen('first', true))
    assert.deepEqual(await run(start), seen('first', true), 'npm start runs something else')
    assert.equal(await build(), '', 'it was built twice')

    const before = readdirSync(inProgram('.'))
    const laterSource = { text: 'later', isBuilt: false }
    product.write('server/note-thread.ts', worker('later'))
    assert.deepEqual(await run(), seen('first', true, laterSource))
    product.write('cli/main.ts', main('later'))
    utimesSync(join(product.folder, 'cli/main.ts'), 0, 0)
    for (const file of ['ask-other.ts', 'other-thread.ts']) {
      rmSync(join(product.folder, 'server', file))
    }
    assert.deepEqual(await run(), seen('later', false, laterSource))
    await build()
    const laterBuilt = { text: 'later', isBuilt: true }
    assert.deepEqual(await run(), seen('later', true, laterBuilt))
    for (const file of before)
      assert.ok(readdirSync(inProgram('.')).includes(file), `${file} is gone`)
    assert.equal(await build(), '', 'it was built again for a worker that is gone')

    // Its lists say what it was built of; without them it is trusted where nobody edits sources.
    const lists = sourceLists.map((file) => [file, readFileSync(inProgram(file), 'utf8')] as const)
    for (const [file, text] of lists) product.write(`cli/dist/${file}`, text.slice(0, -10))
    assert.deepEqual(await run(), seen('later', false, laterSource), 'lists half written')
    for (const [file] of lists) rmSync(inProgram(file))
    assert.deepEqual(await run(), seen('later', false, laterSource), 'no lists')
    product.write('release.json', '{}')
    assert.deepEqual(await run(), seen('later', true, laterBuilt))
    rmSync(join(product.folder, 'release.json'))

    for (const [file, text] of lists) product.write(`cli/dist/${file}`, text)
    assert.deepEqual(await run(), seen('later', true, laterBuilt))
    product.write('package-lock.json', '{ "packages":  {} }')
    assert.deepEqual(await run(), seen('later', false, laterSource))
  })

  test('has each worker once, and none that has the name of another', () => {
    const startsOne = "workerFile('./note-thread.ts', import.meta.url)"
    product.write('server/ask-again.ts', startsOne)
    const workers = ['server/note-thread.ts', 'server/other-thread.ts']
    assert.deepEqual(findWorkers(product.folder), workers)
    product.write('server/notes/ask.ts', startsOne)
    assert.throws(() => findWorkers(product.folder), {
      message:
        'Workers need names of their own: server/note-thread.ts, server/notes/note-thread.ts',
    })
  })
})
