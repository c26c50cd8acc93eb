import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { createDiskGuard } from '../../../server/operations/status/disk-guard.ts'
import { captureLog } from '../../support/captured-log.ts'
import { ManualClock } from '../../support/manual-clock.ts'

const megabyte = 1_000_000

function openGuard(diskReserveBytes = 1000 * megabyte) {
  const config = { dataDir: '/data', diskReserveBytes }
  const clock = new ManualClock()
  const { log, of } = captureLog(clock)
  const disk = { free: (5000 * megabyte) as number | undefined }
  const guard = createDiskGuard({ clock, log, config }, async () => {
    if (disk.free === undefined) throw new Error('no answer')
    return disk.free
  })
  /** Sets the free space and lets the next measurement happen. */
  const measure = async (free: number | undefined) => {
    disk.free = free
    clock.advance(2_000)
    await turnOfTheLoop()
    return guard.refusal()?.code
  }
  return { guard, clock, of, measure }
}

test('verifications are refused below the reserve, until there is clearly more room', async () => {
  const { guard, of, measure } = openGuard()
  await guard.start()
  assert.equal(guard.refusal(), undefined)
  assert.equal(await measure(999 * megabyte), 'unavailable')
  assert.equal(
    await measure(1001 * megabyte),
    'unavailable',
    'a little more than the reserve is not enough',
  )
  assert.equal(await measure(1050 * megabyte), undefined)
  assert.equal(of('disk_below_reserve').length, 1)
  assert.equal(of('disk_above_reserve').length, 1)
})

test('without a reserve a full disk refuses too', async () => {
  const { guard, measure } = openGuard(0)
  await guard.start()
  assert.equal(await measure(2 * megabyte), undefined)
  assert.equal(await measure(megabyte - 1), 'unavailable')
  assert.equal(await measure(2 * megabyte), undefined)
})

test('a disk that cannot be measured keeps the last verdict', async () => {
  const { guard, measure } = openGuard()
  await guard.start()
  assert.equal(await measure(undefined), undefined)
  assert.equal(await measure(0), 'unavailable')
  assert.equal(await measure(undefined), 'unavailable')
})

test('after a stop nothing is measured', async () => {
  const { guard, measure } = openGuard()
  await guard.start()
  guard.stop()
  assert.equal(await measure(0), undefined)
})
