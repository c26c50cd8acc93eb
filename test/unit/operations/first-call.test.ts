// Slow: starts a process that has not loaded the HTTP client yet.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('make-first-calls.ts', import.meta.url))

test('the time shown for the first call to a service holds no loading of the HTTP client', () => {
  const printed = execFileSync(process.execPath, [program], { encoding: 'utf8', timeout: 60_000 })
  assert.deepEqual(JSON.parse(printed), { provider: true, store: true })
})
