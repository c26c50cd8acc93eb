import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { prepareUndici } from '../../../server/egress/undici.ts'

test('the HTTP client is loaded part by part, and every part exists', async () => {
  const { cache, resolve } = createRequire(import.meta.url)
  await prepareUndici()
  assert.ok(cache[resolve('undici')])
})
