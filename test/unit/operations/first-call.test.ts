// Slow: starts a process that has not loaded the HTTP client yet.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('make-first-call.ts', import.meta.url))

for (const service of ['provider', 'store']) {
  test(`the time shown for the first call to a ${service} holds no loading of the HTTP client`, () => {
    const options = { encoding: 'utf8', timeout: 60_000 } as const
    const printed = execFileSync(process.execPath, [program, service], options)
    assert.equal(JSON.parse(printed), true)
  })
}
