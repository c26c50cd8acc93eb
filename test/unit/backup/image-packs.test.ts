import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCover } from '../../../server/backup/image-packs.ts'

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
