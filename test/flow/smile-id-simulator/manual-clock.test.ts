import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ManualClock } from '../../support/manual-clock.ts'

describe('The manual clock', () => {
  test('stands still until it is moved', () => {
    const clock = new ManualClock(1_000)
    assert.equal(clock.now(), 1_000)
    clock.advance(500)
    assert.equal(clock.now(), 1_500)
  })

  test('runs due work in order of its instant, at that instant', () => {
    const clock = new ManualClock(0)
    const seen: string[] = []
    const note = (name: string) => () => seen.push(`${name} at ${clock.now()}`)
    clock.after(300, note('late'))
    clock.after(100, note('early'))
    clock.after(100, note('early too'))
    clock.after(-5, note('overdue'))
    clock.after(301, note('never'))
    assert.deepEqual(seen, [])
    clock.advance(300)
    assert.deepEqual(seen, ['overdue at 0', 'early at 100', 'early too at 100', 'late at 300'])
    assert.equal(clock.pendingCount, 1)
  })

  test('runs work that work has scheduled, when it falls due in time', () => {
    const clock = new ManualClock(0)
    const seen: number[] = []
    const tick = () => {
      seen.push(clock.now())
      clock.after(100, tick)
    }
    clock.after(100, tick)
    clock.advance(350)
    assert.deepEqual(seen, [100, 200, 300])
    assert.equal(clock.now(), 350)
  })

  test('forgets work that was cancelled', () => {
    const clock = new ManualClock(0)
    const cancel = clock.after(10, () => assert.fail('was cancelled'))
    cancel()
    clock.advance(20)
    cancel()
  })
})
