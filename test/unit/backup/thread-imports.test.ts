import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

/** Imports that stay when types are stripped; the lazy ones are calls. */
const staticImports = /^(?:import (?!type )|\} from )[^'\n]*'([^']+)'/gm

/** Every file and package that one of the programs loads before it begins. */
function loadedBy(programs: readonly URL[]): ReadonlySet<string> {
  const loaded = new Set(programs.map(({ href }) => href))
  // A set's iteration meets what is added on the way.
  for (const href of loaded) {
    if (!href.startsWith('file:')) continue
    const text = readFileSync(fileURLToPath(href), 'utf8')
    for (const [, name = ''] of text.matchAll(staticImports)) {
      loaded.add(name.startsWith('.') ? new URL(name, href).href : name)
    }
  }
  return loaded
}

test('the threads of backups load the client of a bucket for a bucket alone', () => {
  const threads = ['backup', 'copy', 'pack', 'unpack'].map(
    (name) => new URL(`../../../server/backup/${name}-thread.ts`, import.meta.url),
  )
  const loaded = loadedBy(threads)
  assert.ok(loaded.size > 20, `${loaded.size} files`)
  const client = new URL('../../../server/s3/s3-client.ts', import.meta.url)
  assert.ok(existsSync(client))
  assert.equal(loaded.has(client.href), false)
})

test("making and opening an envelope leaves Node's client of HTTP unloaded, which each thread would load again", () => {
  const program = `
    const { createIdentity } = await import(process.argv[1])
    const { makeEnvelope, openEnvelope } = await import(process.argv[2])
    const loaded = () => process.moduleLoadList.some((name) => name.includes('undici/undici'))
    const { text, recipient } = await createIdentity()
    const { header, fileKey } = await makeEnvelope([recipient])
    const opened = await openEnvelope([text.trim().split('\\n').at(-1)], header)
    const before = loaded()
    new Response()
    console.log(JSON.stringify([Buffer.compare(opened.fileKey, fileKey), before, loaded()]))`
  const files = ['age-keys', 'age-envelope'].map(
    (name) => new URL(`../../../server/backup/${name}.ts`, import.meta.url).href,
  )
  const args = ['--input-type=module', '--eval', program, ...files]
  const printed = execFileSync(process.execPath, args, { encoding: 'utf8' })
  assert.deepEqual(JSON.parse(printed), [0, false, true])
})
