import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  createRateLimiter,
  rateLimitHeaders,
  secondsToReset,
} from '../../../server/http/limits/rate-limiter.ts'
import { ManualClock } from '../../support/manual-clock.ts'

describe('a rate limiter', () => {
  const start = (limit: number, clientsMax = 100) => {
    const clock = new ManualClock()
    return { clock, limiter: createRateLimiter(clock, { limit, windowMs: 60_000, clientsMax }) }
  }

  test('opens a window with the first request of a client and refuses what is too many', () => {
    const { clock, limiter } = start(2)
    const opened = clock.now()
    const seen = [limiter.take('a'), limiter.take('a'), limiter.take('a')]
    assert.deepEqual(
      seen.map(({ remaining, isRefused }) => [remaining, isRefused]),
      [
        [1, false],
        [0, false],
        [0, true],
      ],
    )
    assert.ok(seen.every(({ resetAt }) => resetAt === opened + 60_000))
  })

  test('does not count refused requests, so that the window ends all the same', () => {
    const { clock, limiter } = start(1)
    limiter.take('a')
    for (let count = 0; count < 10; count += 1) limiter.take('a')
    clock.advance(59_999)
    assert.equal(limiter.take('a').isRefused, true)
    clock.advance(1)
    assert.deepEqual(limiter.take('a'), {
      limit: 1,
      remaining: 0,
      resetAt: clock.now() + 60_000,
      isRefused: false,
    })
  })

  test('has a window of its own for every client', () => {
    const { clock, limiter } = start(1)
    limiter.take('a')
    clock.advance(30_000)
    assert.equal(limiter.take('b').resetAt, clock.now() + 60_000)
    assert.equal(limiter.take('a').isRefused, true)
  })

  test('forgets the oldest window when there are too many, never the newest', () => {
    const { limiter } = start(1, 2)
    limiter.take('a')
    limiter.take('b')
    limiter.take('c')
    assert.equal(limiter.take('b').isRefused, true)
    assert.equal(limiter.take('c').isRefused, true)
    assert.equal(limiter.take('a').isRefused, false)
  })

  test('takes an open window to be younger than one that began before it', () => {
    const { clock, limiter } = start(1, 2)
    limiter.take('a')
    clock.advance(1000)
    limiter.take('b')
    clock.advance(59_500)
    assert.equal(limiter.take('a').isRefused, false)
    limiter.take('c')
    assert.equal(limiter.take('a').isRefused, true)
  })
})

describe('the rate limit headers of a client', () => {
  const allowance = { limit: 600, remaining: 3, resetAt: 1_700_000_000_001, isRefused: true }

  test('is in whole seconds, rounded up', () => {
    assert.deepEqual(rateLimitHeaders(allowance), {
      'X-RateLimit-Limit': '600',
      'X-RateLimit-Remaining': '3',
      'X-RateLimit-Reset': '1700000001',
    })
  })

  test('is to wait at least a second, and never so short that it would be refused again', () => {
    assert.equal(secondsToReset(allowance, allowance.resetAt - 1), 1)
    assert.equal(secondsToReset(allowance, allowance.resetAt), 1)
    assert.equal(secondsToReset(allowance, allowance.resetAt - 1001), 2)
    assert.equal(secondsToReset(allowance, allowance.resetAt - 60_000), 60)
  })
})
