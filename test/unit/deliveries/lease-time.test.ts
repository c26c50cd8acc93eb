import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { watchTime } from '../../../server/deliveries/lease-time.ts'
import { ManualClock } from '../../support/manual-clock.ts'

const skewMs = 2_000

/** A database whose clock is set by `jumpMs` while it takes `tookMs` to answer. */
function openDatabase() {
  const clock = new ManualClock()
  const database = { aheadMs: 0, jumpMs: 0, tookMs: 0 }
  const readTime = async () => {
    clock.advance(database.tookMs)
    database.aheadMs += database.jumpMs
    return clock.now() + database.aheadMs
  }
  const watched = watchTime(readTime, clock, skewMs)
  /** Returns for how long the time has gone evenly. */
  const read = async (change: Partial<typeof database> = {}) => {
    Object.assign(database, { jumpMs: 0, tookMs: 0 }, change)
    return (await watched()).evenForMs
  }
  return { clock, read }
}

describe('the time of a database goes evenly', () => {
  test('since the first reading, until one shows that the clock was set', async () => {
    const { clock, read } = openDatabase()
    const seen = [await read()]
    clock.advance(30_000)
    seen.push(await read(), await read({ jumpMs: 2_000 }), await read({ jumpMs: -2_001 }))
    clock.advance(5_000)
    seen.push(await read())
    assert.deepEqual(seen, [0, 30_000, 30_000, 0, 5_000])
  })

  test('for no time by a slow reading, which hides no jump from the next one', async () => {
    const { clock, read } = openDatabase()
    await read()
    clock.advance(60_000)
    assert.equal(await read({ tookMs: 10_000, jumpMs: -8_000 }), 0)
    assert.equal(await read(), 0)
  })

  test('since before a slow reading, if the next one shows no jump', async () => {
    const { clock, read } = openDatabase()
    await read()
    clock.advance(60_000)
    assert.equal(await read({ tookMs: 10_000 }), 0)
    assert.equal(await read(), 70_000)
  })
})
