// Slow: loads the server in a process of its own.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

test("the server's code loads neither Node's fetch nor HTTP/2", () => {
  // The listener for supervisors is loaded after the rest, and is on by default.
  const files = ['server/serve.ts', 'server/monitoring/open-monitoring.ts']
  const urls = files.map((file) => new URL(`../../../${file}`, import.meta.url))
  const imports = urls.map((url) => `await import('${url}')`).join('; ')
  const program = `${imports}; console.log(process.moduleLoadList.join())`
  const args = ['--input-type=module', '--eval', program]
  const listed = execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 })
  const loaded = listed.trim().split(',')
  assert.ok(loaded.includes('NativeModule http'))
  assert.deepEqual(
    loaded.filter((name) => /undici|http2/.test(name)),
    [],
  )
})
