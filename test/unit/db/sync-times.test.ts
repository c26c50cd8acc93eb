import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { watchSyncs } from '../../../server/db/sqlite/sync-times.ts'

describe('the disk', () => {
  test('is slow for a minute after one long sync', () => {
    const disk = watchSyncs({ oneMs: 5, averageMs: 1 })
    disk.note(1_000, 1_005)
    assert.equal(disk.areSlow(1_005), false)
    disk.note(2_000, 2_006)
    assert.deepEqual([disk.areSlow(2_006), disk.areSlow(62_005)], [true, true])
    assert.equal(disk.areSlow(62_006), false)
  })

  test('is slow while its syncs take long on average, and no longer', () => {
    const disk = watchSyncs({ oneMs: 5, averageMs: 1 })
    const syncs = (count: number, tookMs: number) => {
      for (let index = 0; index < count; index += 1) disk.note(0, tookMs)
      return disk.areSlow(tookMs)
    }
    assert.equal(syncs(100, 0.9), false)
    assert.equal(syncs(1, 4), true)
    assert.equal(syncs(100, 2), true)
    assert.equal(syncs(100, 0.2), false)
  })
})
