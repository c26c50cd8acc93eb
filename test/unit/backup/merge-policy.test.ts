import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KnownPack } from '../../../server/backup/packs/known-pack.ts'
import {
  hasRoomToMerge,
  mergedAtOnce,
  packsToMerge,
} from '../../../server/backup/packs/merge-policy.ts'

const bytesMax = 16_000
const id = (number: number) => `img_${String(number).padStart(6, '0')}`

function pack(first: number, last: number, bytes: number): KnownPack {
  const name = `packs/${first}-${last}.age`
  const reference = { name, bytes, sha256: '', images: 2 }
  return { index: name, reference, first: id(first), last: id(last), recipients: 'age1' }
}

const small = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => pack((from + at) * 10, (from + at) * 10 + 5, 999))

test('small packs are merged once there are many, and large ones never', () => {
  const few = small(0, mergedAtOnce - 1)
  const large = pack(900_000, 900_100, 1_000)
  assert.equal(packsToMerge([...few, large], bytesMax).size, 0)
  const many = [...few, ...small(mergedAtOnce, 1)]
  assert.deepEqual([...packsToMerge([...many, large], bytesMax)], many)
})

test('packs that were merged before are left, whichever stands first', () => {
  const old = small(0, mergedAtOnce)
  const merged = pack(0, mergedAtOnce * 10, 15_000)
  const later = small(mergedAtOnce + 1, mergedAtOnce - 1)
  assert.equal(packsToMerge([...old, merged, ...later], bytesMax).size, 0)
  const more = [...later, ...small(3 * mergedAtOnce, 1)]
  assert.deepEqual([...packsToMerge([merged, ...old, ...more], bytesMax)], more)
})

test('of tens of thousands, so many are merged in one backup as 200 of the largest small ones have bytes', () => {
  const many = small(0, 35_000)
  const merged = [...packsToMerge(many, bytesMax)]
  assert.deepEqual(merged, many.slice(0, Math.floor((mergedAtOnce * 1_000) / 999)))
  const tiny = many.map((one) => ({ ...one, reference: { ...one.reference, bytes: 10 } }))
  assert.equal(packsToMerge(tiny, bytesMax).size, 20_000)
})

test('packs are merged only where both the new ones and the database have room', () => {
  const packs = new Set(small(0, 10))
  const hasRoom = (freeBytes: number | undefined) =>
    hasRoomToMerge({ freeBytes, databaseBytes: 5_000 }, packs)
  assert.deepEqual([undefined, 14_990, 29_980, 29_981].map(hasRoom), [true, false, false, true])
})
