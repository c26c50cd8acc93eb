// Packs the images of small packs anew together. A small pack stays as it is if one of its images is lost or damaged
// where the images are kept: it may hold the only good copy, and goes with the last backup that needs it.

import type { CopiedImage } from '../../db/sqlite/database-copy.ts'
import type { FaultyImage } from '../../images/storage/find-faulty-images.ts'
import type { KnownPack } from './known-pack.ts'
import type { PackWriters } from './pack-writers.ts'
import type { WrittenPack } from './write-pack.ts'

/** Decrypts the images where they are kept. Returns those that cannot be packed from there. */
export type CheckImages = (ids: readonly string[]) => Promise<readonly FaultyImage[]>

/** The images of the database that each of the packs holds. */
type HeldImages = ReadonlyMap<KnownPack, readonly CopiedImage[]>

interface MergeNeeds {
  readonly writers: Pick<PackWriters, 'add' | 'finish'>
  readonly check: CheckImages
  readonly packBytesMax: number
  readonly packImagesMax: number
}

export interface MergedPacks {
  /** Packs that a backup does not need, because what was written has their images. */
  readonly replaced: ReadonlySet<KnownPack>
  readonly written: readonly WrittenPack[]
  readonly faulty: readonly FaultyImage[]
}

/** So many images are looked at together, because a store takes a while to answer. */
const checkedAtOnce = 32
/** A store that gives none of so many packs is away: the rest is left to another backup. */
const unreadMax = 32

/** @throws what a pack failed with */
export async function mergePacks(needs: MergeNeeds, held: HeldImages): Promise<MergedPacks> {
  const { writers, packBytesMax, packImagesMax } = needs
  const faulty: FaultyImage[] = []
  const groups: (readonly KnownPack[])[] = []
  let packs: KnownPack[] = []
  let images: CopiedImage[] = []
  let bytes = 0
  const flush = async () => {
    if (packs.length > 1) {
      groups.push(packs)
      await writers.add(images.toSorted(byId), { isWhole: true })
    }
    packs = []
    images = []
    bytes = 0
  }
  let unread = 0
  for await (const { pack, held: some, faults } of checking(needs.check, held)) {
    faulty.push(...faults)
    unread = faults.some(({ fault }) => fault === 'unread') ? unread + 1 : 0
    if (unread >= unreadMax) break
    if (faults.length > 0) continue
    const isFull = bytes + pack.reference.bytes > packBytesMax
    if (isFull || images.length + some.length > packImagesMax) await flush()
    packs.push(pack)
    images.push(...some)
    bytes += pack.reference.bytes
  }
  await flush()
  const written = await writers.finish()
  // One without a reference lost an image since it was looked at, and was not written.
  const isWritten = (_packs: unknown, index: number) => written[index]?.reference !== undefined
  return { replaced: new Set(groups.filter(isWritten).flat()), written, faulty }
}

interface CheckedPack {
  readonly pack: KnownPack
  readonly held: readonly CopiedImage[]
  readonly faults: readonly FaultyImage[]
}

async function* checking(check: CheckImages, all: HeldImages): AsyncGenerator<CheckedPack> {
  let some: { readonly pack: KnownPack; readonly held: readonly CopiedImage[] }[] = []
  let count = 0
  async function* checked() {
    const ids = some.flatMap(({ held }) => held.map(({ id }) => id))
    const faults = new Map((await check(ids)).map((faulty) => [faulty.id, faulty]))
    for (const { pack, held } of some) {
      yield { pack, held, faults: held.flatMap(({ id }) => faults.get(id) ?? []) }
    }
    some = []
    count = 0
  }
  for (const [pack, held] of all) {
    if (held.length === 0) continue
    some.push({ pack, held })
    count += held.length
    if (count >= checkedAtOnce) yield* checked()
  }
  if (count > 0) yield* checked()
}

function byId(one: CopiedImage, other: CopiedImage): number {
  return one.id < other.id ? -1 : 1
}
