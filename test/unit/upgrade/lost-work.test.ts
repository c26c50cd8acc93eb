import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lostSince } from '../../../server/upgrade/lost-work.ts'

test('what a return to an older release would lose is counted in words', () => {
  const look = (rows: Readonly<Record<string, number>>) => ({
    schemaVersion: 1,
    bytes: 0,
    rows: new Map(Object.entries(rows)),
  })
  const before = look({ api_keys: 1, review_entries: 0, usage_events: 4, events: 3, users: 1 })
  const now = look({ api_keys: 2, review_entries: 1, usage_events: 6, events: 1, users: 1 })
  assert.deepEqual(lostSince(before, now), [
    '1 API key',
    '1 review entry',
    '2 usage events',
    'the removal of 2 events',
  ])
})
