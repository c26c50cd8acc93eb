import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

test("the server's code loads neither Node's fetch nor HTTP/2", () => {
  const serve = new URL('../../../server/serve.ts', import.meta.url)
  const program = `await import('${serve}'); console.log(process.moduleLoadList.join())`
  const args = ['--input-type=module', '--eval', program]
  const listed = execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 })
  const loaded = listed.trim().split(',')
  assert.ok(loaded.includes('NativeModule http'))
  assert.deepEqual(
    loaded.filter((name) => /undici|http2/.test(name)),
    [],
  )
})
