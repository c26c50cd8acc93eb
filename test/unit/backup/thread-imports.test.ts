import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

/** Imports that stay when types are stripped; the lazy ones are calls. */
const staticImports = /^(?:import (?!type )|\} from )[^'\n]*'([^']+)'/gm

/** Threads share most of their files, each of which is read once. */
const importsOfFiles = new Map<string, readonly string[]>()

function importsOf(href: string): readonly string[] {
  const known = importsOfFiles.get(href)
  if (known !== undefined) return known
  const text = readFileSync(fileURLToPath(href), 'utf8')
  const imports = [...text.matchAll(staticImports)].map(([, name = '']) =>
    name.startsWith('.') ? new URL(name, href).href : name,
  )
  importsOfFiles.set(href, imports)
  return imports
}

/** Every file and package that a program loads before it begins. */
function loadedBy(program: URL): ReadonlySet<string> {
  const loaded = new Set([program.href])
  // A set's iteration meets what is added on the way.
  for (const href of loaded) {
    if (!href.startsWith('file:')) continue
    for (const imported of importsOf(href)) loaded.add(imported)
  }
  return loaded
}

test('the threads of backups load the client of a bucket for a bucket alone', () => {
  const client = new URL('../../../server/s3/s3-client.ts', import.meta.url)
  assert.ok(existsSync(client))
  for (const name of ['backup', 'copy', 'packs/pack', 'packs/unpack']) {
    const thread = new URL(`../../../server/backup/${name}-thread.ts`, import.meta.url)
    const loaded = loadedBy(thread)
    assert.ok(loaded.size > 10, `${name}: ${loaded.size} files`)
    assert.equal(loaded.has(client.href), false, name)
  }
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
    (name) => new URL(`../../../server/backup/envelope/${name}.ts`, import.meta.url).href,
  )
  const args = ['--input-type=module', '--eval', program, ...files]
  const printed = execFileSync(process.execPath, args, { encoding: 'utf8' })
  assert.deepEqual(JSON.parse(printed), [0, false, true])
})
