import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createUploadMeter } from '../../../server/http/uploads/upload-meter.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import { ManualClock } from '../../support/manual-clock.ts'

const isRefusal = (error: unknown) => error instanceof AppError && error.code === 'rate_limited'
const declares = (declaredBytes: number | undefined, isExempt = false) => ({
  declaredBytes,
  isExempt,
})

describe('the meter of uploads', () => {
  const start = (bytesMax = 100) => {
    const clock = new ManualClock()
    return { clock, meter: createUploadMeter(clock, bytesMax) }
  }

  test('counts what is declared at once, so that many at once are not too many', () => {
    const { meter } = start()
    meter.begin('a', declares(60))
    assert.throws(() => meter.begin('a', declares(41)), isRefusal)
    meter.begin('a', declares(40))
  })

  test('gives back what was declared and did not come, and nothing that did', () => {
    const { meter } = start()
    const cut = meter.begin('a', declares(100))
    assert.equal(cut.take(30), undefined)
    cut.end()
    assert.throws(() => meter.begin('a', declares(71)), isRefusal)
    meter.begin('a', declares(70))
  })

  test('counts what is not declared as it comes, in the minute in which it comes', () => {
    const { clock, meter } = start()
    const upload = meter.begin('a', declares(undefined))
    assert.equal(upload.take(100), undefined)
    assert.ok(isRefusal(upload.take(1)))
    assert.throws(() => meter.begin('a', declares(undefined)), isRefusal)
    clock.advance(60_000)
    assert.equal(upload.take(1), undefined)
  })

  test('counts what is excused, and never refuses it', () => {
    const { meter } = start()
    meter.begin('a', declares(100))
    meter.begin('a', declares(50, true))
    assert.equal(meter.begin('a', declares(undefined, true)).take(10), undefined)
    assert.throws(() => meter.begin('a', declares(1)), isRefusal)
  })

  test('has no limit at 0, and names the one it has as the setting does', () => {
    const { meter } = start(0)
    meter.begin('a', declares(1e15))
    assert.equal(meter.begin('a', declares(undefined)).take(1e15), undefined)
    const { meter: bounded } = start(2e9)
    assert.throws(() => bounded.begin('a', declares(2e9 + 1)), /2 GB a minute/)
  })
})
