import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KnownPack } from '../../../server/backup/packs/known-pack.ts'
import { mergePacks } from '../../../server/backup/packs/merge-packs.ts'
import type { PackGroup } from '../../../server/backup/packs/pack-work.ts'
import type { FaultyImage } from '../../../server/images/storage/find-faulty-images.ts'

function packOf(ids: readonly string[]): KnownPack {
  const [first = '', last = first] = [ids[0], ids.at(-1)]
  const reference = { name: first, sha256: '', bytes: 10, images: ids.length }
  return { index: first, reference, first, last, recipients: '' }
}

const imageOf = (id: string) => ({ id, file: id, bytes: 5 })

interface Faults {
  readonly faults?: readonly FaultyImage[]
  /** Images that are lost after they were looked at. */
  readonly goneSince?: readonly string[]
}

async function merge(
  packs: readonly (readonly string[])[],
  { faults = [], goneSince = [] }: Faults = {},
) {
  const groups: (readonly string[])[] = []
  const checks: number[] = []
  const writers = {
    async add(group: PackGroup, mode?: { readonly isWhole: boolean }) {
      assert.equal(mode?.isWhole, true)
      groups.push(group.map(({ id }) => id))
    },
    async finish() {
      return groups.map((group) => {
        const isGone = group.some((id) => goneSince.includes(id))
        const reference = { name: `${group[0]} anew`, sha256: '', bytes: 1, images: group.length }
        return { reference: isGone ? undefined : reference, images: group.length, missing: 0 }
      })
    },
  }
  const check = async (ids: readonly string[]) => {
    checks.push(ids.length)
    return faults.filter(({ id }) => ids.includes(id))
  }
  const held = new Map(packs.map((ids) => [packOf(ids), ids.map(imageOf)]))
  const needs = { writers, check, packBytesMax: 30, packImagesMax: 100 }
  const { replaced, faulty } = await mergePacks(needs, held)
  return { replaced: [...replaced].map(({ index }) => index), groups, faulty, checks }
}

test('packs of which an image is faulty stay whole, and their other images are packed in no second one', async () => {
  const faults = [
    { id: '04', fault: 'damaged' },
    { id: '07', fault: 'lost' },
    { id: '10', fault: 'erased' },
  ] as const
  const packs = [['01', '02'], ['03', '04'], ['05', '06'], ['07', '08'], ['09', '10'], ['11']]
  const merged = await merge(packs, { faults })
  assert.deepEqual(merged.groups, [['01', '02', '05', '06', '11']])
  assert.deepEqual(merged.replaced, ['01', '05', '11'])
  assert.deepEqual(merged.faulty, faults)
})

test('packs stay if an image went after it was looked at; those of another new pack are replaced', async () => {
  const packs = ['01', '02', '03', '04', '05', '06'].map((id) => [id])
  const merged = await merge(packs, { goneSince: ['02'] })
  assert.deepEqual(merged.groups, [
    ['01', '02', '03'],
    ['04', '05', '06'],
  ])
  assert.deepEqual(merged.replaced, ['04', '05', '06'])
})

test('a pack alone is not packed anew, and one whose images were all erased is not looked at', async () => {
  assert.deepEqual((await merge([['01'], []])).groups, [])
  assert.deepEqual((await merge([[], []])).checks, [])
})

test('a store that answers for no image is asked for some, and 35 000 packs are looked at some at a time', async () => {
  const ids = Array.from({ length: 35_000 }, (_, at) => String(at).padStart(6, '0'))
  const packs = ids.map((id) => [id])
  const away = await merge(packs, { faults: ids.map((id) => ({ id, fault: 'unread' })) })
  assert.equal(away.checks.length, 1)
  assert.deepEqual(away.replaced, [])
  const all = await merge(packs)
  assert.equal(Math.max(...all.checks), 32)
  assert.equal(all.replaced.length, 35_000)
})
