import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type ConcurrencyLimit,
  createConcurrencyLimit,
  type Leave,
} from '../../../server/providers/concurrency-limit.ts'

const { signal } = new AbortController()

async function entered(limit: ConcurrencyLimit): Promise<Leave> {
  const leave = await limit.enter(signal)
  assert.ok(leave)
  return leave
}

describe('a concurrency limit', () => {
  test('never lets more calls run than it says, and lets all of them run in the end', async () => {
    const limit = createConcurrencyLimit(3)
    let running = 0
    let most = 0
    const one = async () => {
      for (let call = 0; call < 3; call += 1) await oneCall()
    }
    const oneCall = async () => {
      const leave = await entered(limit)
      running += 1
      most = Math.max(most, running)
      await new Promise(setImmediate)
      running -= 1
      leave()
      await new Promise(setImmediate)
    }
    await Promise.all(Array.from({ length: 20 }, one))
    assert.equal(most, 3)
    assert.equal(running, 0)
  })

  test('gives places in the order in which they were asked for', async () => {
    const limit = createConcurrencyLimit(1)
    const first = await entered(limit)
    const order: number[] = []
    const turns = [1, 2, 3].map(async (turn) => {
      const leave = await entered(limit)
      order.push(turn)
      leave()
    })
    first()
    await Promise.all(turns)
    assert.deepEqual(order, [1, 2, 3])
  })

  test('forgets a call that gives up while it waits', async () => {
    const limit = createConcurrencyLimit(1)
    const leave = await entered(limit)
    const impatient = new AbortController()
    const gaveUp = limit.enter(impatient.signal)
    const next = limit.enter(signal)
    impatient.abort()
    assert.equal(await gaveUp, undefined)
    leave()
    assert.ok(await next)
  })

  test('gives no place to a call that had given up before', async () => {
    assert.equal(await createConcurrencyLimit(1).enter(AbortSignal.abort()), undefined)
  })

  test('takes a place back only once', async () => {
    const limit = createConcurrencyLimit(1)
    const first = await entered(limit)
    first()
    first()
    await entered(limit)
    const impatient = new AbortController()
    const second = limit.enter(impatient.signal)
    impatient.abort()
    assert.equal(await second, undefined)
  })
})
