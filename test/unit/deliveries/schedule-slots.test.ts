import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { DeliveryPriority } from '../../../server/deliveries/delivery.ts'
import {
  retrySlotsMax,
  scheduleSlots,
  slotsMax,
  type Target,
} from '../../../server/deliveries/schedule-slots.ts'

const nowMs = 1_000

function target(webhookId: string, more: Partial<Target> = {}): Target {
  const due = { first_attempt: nowMs, retry: undefined }
  return { webhookId, cap: 8, due, inFlight: { first_attempt: 0, retry: 0 }, ...more }
}

function limits(targets: readonly Target[]): Record<string, number> {
  const found: Record<string, number> = {}
  for (const { webhookId, priority, limit } of scheduleSlots(targets, nowMs)) {
    found[`${webhookId} ${priority}`] = limit
  }
  return found
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

describe('sharing out the slots', () => {
  test('one webhook gets its cap and no more, whatever else is free', () => {
    assert.deepEqual(limits([target('a')]), { 'a first_attempt': 8 })
  })

  test('what is under way counts against the cap', () => {
    const busy = target('a', { inFlight: { first_attempt: 3, retry: 2 } })
    assert.deepEqual(limits([busy]), { 'a first_attempt': 3 })
  })

  test('nobody gets slots for a retry that is not due yet, or for nothing', () => {
    const later = target('a', { due: { first_attempt: undefined, retry: nowMs + 1 } })
    const nothing = target('b', { due: { first_attempt: undefined, retry: undefined } })
    assert.deepEqual(limits([later, nothing]), {})
  })

  test('a first attempt is due though the clock was set back since its event', () => {
    const early = target('a', { due: { first_attempt: nowMs + 3_600_000, retry: undefined } })
    assert.deepEqual(limits([early]), { 'a first_attempt': 8 })
  })

  test('a freed slot goes to whoever has the fewest under way, not to a slow receiver in its turn', () => {
    const slow = Array.from({ length: 7 }, (_, index) =>
      target(`slow${index}`, { inFlight: { first_attempt: 8, retry: 0 } }),
    )
    const slowest = target('slowest', { inFlight: { first_attempt: 7, retry: 0 } })
    assert.deepEqual(limits([...slow, slowest, target('quick')]), { 'quick first_attempt': 1 })
  })

  test('retries of a slow receiver leave the slots for retries to others', () => {
    const due = { first_attempt: undefined, retry: nowMs }
    const slow = Array.from({ length: 4 }, (_, index) =>
      target(`slow${index}`, { due, inFlight: { first_attempt: 0, retry: index === 0 ? 7 : 8 } }),
    )
    assert.deepEqual(limits([...slow, target('other', { due })]), { 'other retry': 1 })
  })

  test('twenty busy webhooks share sixty-four slots evenly', () => {
    const names = Array.from({ length: 20 }, (_, index) => `w${index}`)
    const shares = Object.values(limits(names.map((name) => target(name))))
    assert.equal(sum(shares), slotsMax)
    assert.equal(Math.max(...shares) - Math.min(...shares), 1)
  })

  test('those that come first in turn get the slots that do not go round', () => {
    const names = Array.from({ length: 65 }, (_, index) => `w${index}`)
    const shares = limits(names.map((name) => target(name)))
    assert.equal(shares['w0 first_attempt'], 1)
    assert.equal(shares['w64 first_attempt'], undefined)
  })

  test('retries of all webhooks together never take more than half of the slots', () => {
    const due = { first_attempt: undefined, retry: nowMs }
    const names = Array.from({ length: 20 }, (_, index) => `w${index}`)
    const shares = limits(names.map((name) => target(name, { due })))
    assert.equal(sum(Object.values(shares)), retrySlotsMax)
  })

  test('a webhook with both gets half of its cap for retries', () => {
    const both = target('a', { due: { first_attempt: nowMs, retry: nowMs } })
    assert.deepEqual(limits([both]), { 'a retry': 4, 'a first_attempt': 4 })
  })

  test('a webhook that may have one request under way sends what has been due longest', () => {
    const older: readonly [DeliveryPriority, Target['due']][] = [
      ['first_attempt', { first_attempt: nowMs - 2, retry: nowMs - 1 }],
      ['retry', { first_attempt: nowMs - 1, retry: nowMs - 2 }],
    ]
    for (const [priority, due] of older) {
      assert.deepEqual(limits([target('a', { cap: 1, due })]), { [`a ${priority}`]: 1 })
    }
  })

  test('no limit is ever passed, and no slot is left free that someone could use', () => {
    const priority = fc.option(fc.integer({ min: 0, max: 2 * nowMs }), { nil: undefined })
    const under = fc.integer({ min: 0, max: 3 })
    const anyTarget = fc.record({
      cap: fc.constantFrom(1, 2, 4, 8),
      due: fc.record({ first_attempt: priority, retry: priority }),
      inFlight: fc.record({ first_attempt: under, retry: under }),
    })
    fc.assert(
      fc.property(fc.array(anyTarget, { maxLength: 30 }), (drawn) => {
        const targets = drawn.map((one, index) => ({ ...one, webhookId: `w${index}` }))
        const allotted = scheduleSlots(targets, nowMs)
        const retries = sum(targets.map((one) => one.inFlight.retry))
        const under = sum(targets.map((one) => one.inFlight.first_attempt)) + retries
        const given = sum(allotted.map(({ limit }) => limit))
        const givenRetries = sum(
          allotted.filter((one) => one.priority === 'retry').map(({ limit }) => limit),
        )
        assert.ok(given === 0 || under + given <= slotsMax)
        assert.ok(givenRetries === 0 || retries + givenRetries <= retrySlotsMax)
        for (const one of targets) {
          const got = allotted.filter(({ webhookId }) => webhookId === one.webhookId)
          const all =
            one.inFlight.first_attempt + one.inFlight.retry + sum(got.map(({ limit }) => limit))
          assert.ok(got.length === 0 || all <= one.cap)
          const isFull = all >= one.cap || under + given >= slotsMax
          if (one.due.first_attempt !== undefined) assert.ok(isFull)
        }
      }),
    )
  })
})
