import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type CallOutcome,
  type CircuitBreaker,
  createCircuitBreaker,
} from '../../../server/egress/circuit-breaker.ts'
import { ManualClock } from '../../support/manual-clock.ts'

const limits = { failuresMax: 3, probeAfterMs: 30_000, probeAgainAfterMs: 3_000 }

function setUp(): { readonly clock: ManualClock; readonly breaker: CircuitBreaker } {
  const clock = new ManualClock()
  return { clock, breaker: createCircuitBreaker(clock, limits) }
}

/** One call after the other; false where the breaker did not let one through. */
function call(breaker: CircuitBreaker, ...endings: readonly CallOutcome[]): readonly boolean[] {
  return endings.map((ending) => {
    const settle = breaker.enter()
    settle?.(ending)
    return settle !== undefined
  })
}

describe('a circuit breaker', () => {
  test('opens after so many failures in a row, and then lets nothing through', () => {
    const { clock, breaker } = setUp()
    call(breaker, 'failed', 'failed')
    assert.deepEqual(breaker.state(), { kind: 'closed', failuresInRow: 2 })
    call(breaker, 'failed')
    const openedAt = clock.now()
    assert.deepEqual(breaker.state(), { kind: 'open', openedAt, probeAt: openedAt + 30_000 })
    assert.deepEqual(call(breaker, 'answered'), [false])
  })

  test('opens after a single failure that took the whole time limit', () => {
    const { breaker } = setUp()
    assert.deepEqual(call(breaker, 'answered', 'timed_out', 'answered'), [true, true, false])
    assert.equal(breaker.state().kind, 'open')
  })

  test('waits again when the one call that is let through takes all of its time', () => {
    const { clock, breaker } = setUp()
    call(breaker, 'timed_out')
    clock.advance(30_000)
    assert.deepEqual(call(breaker, 'timed_out', 'answered'), [true, false])
  })

  test('counts anew after an answer, and does not count an aborted call', () => {
    const { breaker } = setUp()
    call(breaker, 'failed', 'failed', 'answered', 'failed', 'abandoned', 'failed', 'abandoned')
    assert.deepEqual(breaker.state(), { kind: 'closed', failuresInRow: 2 })
  })

  test('lets exactly one call through after its time, and closes when that one is answered', () => {
    const { clock, breaker } = setUp()
    call(breaker, 'failed', 'failed', 'failed')
    clock.advance(29_999)
    assert.equal(breaker.enter(), undefined)
    clock.advance(1)
    const probe = breaker.enter()
    assert.ok(probe)
    assert.equal(breaker.state().kind, 'half_open')
    assert.equal(breaker.enter(), undefined)
    probe('answered')
    assert.deepEqual(breaker.state(), { kind: 'closed', failuresInRow: 0 })
  })

  test('waits no longer when the clock is set back, and says when it tries again', () => {
    const { clock, breaker } = setUp()
    call(breaker, 'timed_out')
    clock.advance(10_000)
    clock.setBack(24 * 60 * 60_000)
    const state = breaker.state()
    assert.equal(state.kind === 'open' && state.probeAt, clock.now() + 20_000)
    clock.advance(20_000)
    assert.deepEqual(call(breaker, 'answered'), [true])
    assert.equal(breaker.state().kind, 'closed')
  })

  test('waits again when the one call fails, and remembers since when it is open', () => {
    const { clock, breaker } = setUp()
    call(breaker, 'failed', 'failed', 'failed')
    const openedAt = clock.now()
    clock.advance(40_000)
    call(breaker, 'failed')
    assert.deepEqual(breaker.state(), { kind: 'open', openedAt, probeAt: clock.now() + 30_000 })
    assert.equal(breaker.enter(), undefined)
  })

  test('waits a little, and less than after a failure, when the one call was abandoned', () => {
    const { clock, breaker } = setUp()
    call(breaker, 'failed', 'failed', 'failed')
    const openedAt = clock.now()
    clock.advance(30_000)
    assert.deepEqual(call(breaker, 'abandoned', 'answered'), [true, false])
    assert.deepEqual(breaker.state(), { kind: 'open', openedAt, probeAt: clock.now() + 3_000 })
    clock.advance(2_999)
    assert.equal(breaker.enter(), undefined)
    clock.advance(1)
    assert.deepEqual(call(breaker, 'answered'), [true])
    assert.equal(breaker.state().kind, 'closed')
  })

  test('lets no more than one call through in each pause, however many are aborted', () => {
    const { clock, breaker } = setUp()
    call(breaker, 'timed_out')
    clock.advance(30_000)
    let through = 0
    for (let time = 0; time < 1_000; time += 1) {
      if (call(breaker, 'abandoned')[0]) through += 1
      clock.advance(30)
    }
    assert.equal(through, 10)
  })

  test('does not listen to calls that began before it opened', () => {
    const { clock, breaker } = setUp()
    const [early, late] = [breaker.enter(), breaker.enter()]
    call(breaker, 'failed', 'failed', 'failed')
    early?.('answered')
    assert.equal(breaker.state().kind, 'open')
    clock.advance(30_000)
    const probe = breaker.enter()
    late?.('failed')
    assert.equal(breaker.state().kind, 'half_open')
    probe?.('answered')
    assert.equal(breaker.state().kind, 'closed')
  })

  test('counts only the first outcome of a call', () => {
    const { breaker } = setUp()
    const settle = breaker.enter()
    settle?.('answered')
    settle?.('failed')
    assert.deepEqual(breaker.state(), { kind: 'closed', failuresInRow: 0 })
  })
})
