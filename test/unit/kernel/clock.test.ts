import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock, toIso } from '../../../server/kernel/clock.ts'

test('an instant is written in UTC with milliseconds and Z', () => {
  assert.equal(toIso(Date.UTC(2026, 10, 21, 9, 30, 0, 7)), '2026-11-21T09:30:00.007Z')
})

test('an instant is written as Date writes it, on every day and at every hour', () => {
  const edges = [0, -1, 951_782_400_000, 253_402_300_800_000, 8.64e15, -8.64e15, 1.5]
  const many = Array.from({ length: 5_000 }, (_, index) => (index - 1_000) * 777_777_777)
  for (const instant of [...edges, ...many]) {
    assert.equal(toIso(instant), new Date(instant).toISOString())
  }
  assert.throws(() => toIso(Number.NaN), RangeError)
})

test('work is done once its delay is over, and not at all when it was taken back', async () => {
  const done: string[] = []
  const cancel = systemClock.after(0, () => done.push('cancelled'))
  cancel()
  // The loop must be kept alive by something else: a pending call does not do that.
  const alive = setInterval(() => {}, 1000)
  await new Promise<void>((resolve) => systemClock.after(-5, resolve))
  clearInterval(alive)
  cancel()
  assert.deepEqual(done, [])
})

test('a delay longer than a timer can hold does not fire at once', (t) => {
  const delays: unknown[] = []
  t.mock.method(globalThis, 'setTimeout', (_work: unknown, delay: unknown) => {
    delays.push(delay)
    return { unref() {} }
  })
  systemClock.after(365 * 24 * 60 * 60 * 1000, () => {})
  assert.deepEqual(delays, [2 ** 31 - 1])
})
