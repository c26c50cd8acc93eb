import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  judgePlace,
  markerOf,
  markerText,
  type PlaceUser,
  parseMarker,
} from '../../../server/backup/places/place-marker.ts'

const original: PlaceUser = {
  instanceId: 'ins_1',
  copyId: 'ins_1',
  restored: undefined,
  takesPlace: false,
}
const foreign = { ...original, instanceId: 'ins_9' }
const copy = { ...original, copyId: 'cpy_2', restored: { at: 1, backup: 'svc-x' } }
const of = (user: PlaceUser) => markerOf(user, '2026-11-22T10:00:00.000Z')
const found = { marker: undefined, backups: 'none', isKnown: false } as const

const marked = (user: PlaceUser) => ({ ...found, marker: of(user) })
const taking = { takesPlace: true }

const cases = [
  ['a new place is marked', found, original, false, 'mark'],
  ['its own place', marked(original), original, false, 'ours'],
  ['a disk that is not mounted', { ...found, isKnown: true }, original, false, 'place_unmarked'],
  ['backups without a marker', { ...found, backups: 'ours' }, original, false, 'place_unmarked'],
  ['the same, and it is right', { ...found, backups: 'ours' }, original, true, 'mark'],
  ['backups of others', { ...found, backups: 'others' }, original, true, 'other_installation'],
  ['a broken marker', { ...found, marker: 'unreadable' }, original, false, 'place_unmarked'],
  ['a broken marker of ours', { ...found, marker: 'unreadable' }, original, true, 'mark'],
  ['the marker of others', marked(foreign), { ...original, ...taking }, true, 'other_installation'],
  ['a restored copy', marked(original), copy, false, 'other_copy'],
  ['the flag for a new place is not enough', marked(original), copy, true, 'other_copy'],
  ['a copy that is the installation now', marked(original), { ...copy, ...taking }, false, 'take'],
  ['the original, once a copy has taken over', marked(copy), original, false, 'other_copy'],
] as const

for (const [name, place, user, marksPlace, verdict] of cases) {
  test(`a place of backups: ${name}`, () => {
    assert.equal(judgePlace(place, user, marksPlace), verdict)
  })
}

test('a marker reads as it was written, and nothing else is one', () => {
  assert.deepEqual(parseMarker(markerText(of(copy))), of(copy))
  assert.equal(parseMarker('{}'), 'unreadable')
  assert.equal(parseMarker('not JSON'), 'unreadable')
})
