import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { prepareUndici } from '../../../server/egress/undici.ts'

/** The turn that loaded 33 of them was the longest of a server under load. */
const modulesMax = 20

test('the HTTP client is loaded part by part, and every part exists', async () => {
  const { cache, resolve } = createRequire(import.meta.url)
  const countLoaded = () => Object.keys(cache).length
  let loaded = countLoaded()
  let most = 0
  const count = () => {
    most = Math.max(most, countLoaded() - loaded)
    loaded = countLoaded()
    turn = setImmediate(count)
  }
  let turn = setImmediate(count)
  await prepareUndici()
  clearImmediate(turn)
  count()
  clearImmediate(turn)
  assert.ok(cache[resolve('undici')])
  assert.ok(most <= modulesMax, `${most} modules in one turn`)
})
