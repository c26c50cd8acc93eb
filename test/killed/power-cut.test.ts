// Long: cuts the power six times.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runPowerCuts } from '../../scripts/disasters/power-cut.ts'

// Some of the power cuts that `npm run torture` makes for minutes; every other one is aimed at a checkpoint.
test('after a power cut at any moment, a server has everything that was acknowledged before it', {
  skip: process.platform !== 'linux' && 'needs /proc',
}, async (t) => {
  const copies = 6
  const cuts = await runPowerCuts({ copies, seed: 5 })
  for (const { wrong, acknowledged, torn } of cuts) {
    t.diagnostic(`${acknowledged} acknowledged, ${JSON.stringify(torn)}`)
    assert.deepEqual(wrong, [])
    assert.ok(acknowledged > 0)
  }
  assert.equal(cuts.length, copies)
})
