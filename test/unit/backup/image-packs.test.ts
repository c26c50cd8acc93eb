import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCover } from '../../../server/backup/packs/image-packs.ts'
import { packThreadsMax } from '../../../server/backup/packs/pack-threads.ts'
import { needsSeveralPacks, packBytesOf } from '../../../server/backup/packs/write-packs.ts'

const pack = (name: string, ids: readonly string[]) => ({
  index: name,
  reference: { name, sha256: '', bytes: 1, images: ids.length },
  first: ids[0] ?? '',
  last: ids.at(-1) ?? '',
  recipients: '',
})

async function covered(
  packs: Readonly<Record<string, readonly string[]>>,
  images: readonly string[],
) {
  const known = Object.entries(packs).map(([name, ids]) => pack(name, ids))
  const cover = createCover(known, async ({ index }) => packs[index] ?? [])
  const left: string[] = []
  const listed = images.map((id) => ({ id, file: id, bytes: 1 }))
  for await (const { id } of cover.uncovered(listed)) left.push(id)
  return { left, used: [...cover.used].map(({ index }) => index) }
}

test('only images in no pack are left, whatever the packs overlap', async () => {
  const packs = { a: ['01', '02', '05'], b: ['03', '04', '06'], c: ['08'], gone: ['09', '11'] }
  assert.deepEqual(await covered(packs, ['01', '02', '03', '04', '05', '06', '07', '08', '10']), {
    left: ['07', '10'],
    used: ['a', 'b', 'c'],
  })
  assert.deepEqual(await covered({}, ['01']), { left: ['01'], used: [] })
  assert.deepEqual(await covered(packs, []), { left: [], used: [] })
})

test('an image that was committed late, in the middle of a pack, is found', async () => {
  assert.deepEqual(await covered({ a: ['01', '03'] }, ['01', '02', '03']), {
    left: ['02'],
    used: ['a'],
  })
})

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
