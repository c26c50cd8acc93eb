import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

/** Imports that stay when types are stripped; the lazy ones are calls. */
const staticImports = /^(?:import (?!type )|\} from )[^'\n]*'([^']+)'/gm

/** Every file and package that a program loads before it begins. */
function loadedBy(program: URL): ReadonlySet<string> {
  const loaded = new Set([program.href])
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

for (const name of ['backup-thread', 'pack-thread', 'unpack-thread']) {
  test(`the ${name} loads the client of a bucket for a bucket alone`, () => {
    const program = new URL(`../../../server/backup/${name}.ts`, import.meta.url)
    const loaded = loadedBy(program)
    assert.ok(loaded.size > 10, `${loaded.size} files`)
    const client = new URL('../../../server/s3/s3-client.ts', import.meta.url)
    assert.ok(existsSync(client))
    assert.equal(loaded.has(client.href), false)
  })
}
