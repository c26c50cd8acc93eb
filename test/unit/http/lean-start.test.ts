// Slow: loads the server in a process of its own.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

test("the server's code loads neither Node's fetch nor HTTP/2, also where a provider is set up", () => {
  // The listener for supervisors is loaded after the rest, and is on by default.
  const files = [
    'server/serve.ts',
    'server/monitoring/open-monitoring.ts',
    'test/support/loopback-fetch.ts',
  ]
  const urls = files.map((file) => new URL(`../../../${file}`, import.meta.url))
  const imports = urls.map((url) => `await import('${url}')`).join('; ')
  // The client of a provider, like that of the scoring engine, is loaded by its first call.
  const provider = `(await import('${urls[2]}')).loopbackFetch()`
  const program = `${imports}; ${provider}; console.log(process.moduleLoadList.join())`
  const args = ['--input-type=module', '--eval', program]
  const listed = execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 })
  const loaded = listed.trim().split(',')
  assert.ok(loaded.includes('NativeModule http'))
  assert.deepEqual(
    loaded.filter((name) => /undici|http2/.test(name)),
    [],
  )
})
