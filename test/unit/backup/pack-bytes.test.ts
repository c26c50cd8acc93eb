import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packThreadsMax } from '../../../server/backup/pack-threads.ts'
import { needsSeveralPacks, packBytesOf } from '../../../server/backup/write-packs.ts'

const packBytesMax = 128
const sizeFor = (bytes: number, count = 10) => packBytesOf({ packBytesMax }, { count, bytes })

test('what fits into one pack is not cut', () => {
  assert.deepEqual(
    [0, 1, 127, 128].map((bytes) => sizeFor(bytes)),
    [128, 128, 128, 128],
  )
})

test('more is cut into packs of one size, as many for each thread and none too large', () => {
  for (const bytes of [129, 256, 257, 600, 5_000]) {
    const size = sizeFor(bytes)
    const packs = Math.ceil(bytes / size)
    assert.ok(size <= packBytesMax, `${bytes}: ${size}`)
    assert.equal(packs % packThreadsMax, 0, `${bytes}: ${packs} packs`)
    assert.ok(packs * size - bytes < packs, `${bytes}: ${packs} packs of ${size}`)
  }
})

test('so many images that not all were counted go into packs of the largest size', () => {
  assert.equal(sizeFor(600, 100_000), packBytesMax)
})

test('several packs are needed for more bytes or images than one may hold', () => {
  const needsSeveral = (bytes: number, count = 10) =>
    needsSeveralPacks({ packBytesMax }, { count, bytes })
  assert.deepEqual(
    [needsSeveral(0, 0), needsSeveral(128), needsSeveral(128, 10_000)],
    Array(3).fill(false),
  )
  assert.deepEqual(
    [needsSeveral(129), needsSeveral(256), needsSeveral(600, 100_000), needsSeveral(128, 10_001)],
    Array(4).fill(true),
  )
})
