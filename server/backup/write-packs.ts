// Puts the images that no pack contains yet into new packs, and names all packs that a backup needs.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CopiedDatabase, CopiedImage, DatabaseFacts } from '../db/sqlite/database-copy.ts'
import { type PackReference, parsePackIndex } from './backup-format.ts'
import type { BackupTarget } from './backup-target.ts'
import type { BackupProgress, BackupWork } from './backup-work.ts'
import { createCover, listPacks, readPackIndex } from './image-packs.ts'
import { openPackCache } from './pack-cache.ts'
import { openPackWriters, type PackWriters } from './pack-writers.ts'
import type { ImagesSource } from './packed-images.ts'
import { recipientsText } from './write-pack.ts'

export interface PackedImages {
  /** Every pack that holds an image of this backup. */
  readonly packs: readonly PackReference[]
  readonly images: number
  readonly newImages: number
  readonly newBytes: number
  readonly missing: number
}

interface PackNeeds {
  readonly target: BackupTarget
  readonly copy: CopiedDatabase
  readonly facts: DatabaseFacts
  readonly report: (progress: BackupProgress) => void
}

const packImagesMax = 10_000

/** @throws what the target throws; packs that were complete by then stay and are used by the next backup */
export async function packImages(work: BackupWork, needs: PackNeeds): Promise<PackedImages> {
  const { target, copy, facts } = needs
  const { recipients, images, place } = work
  const total = facts.rows.images ?? 0
  const cache = openPackCache(work.cacheFolder)
  const readers = recipientsText(recipients)
  const known = (await listPacks(target, cache)).filter((pack) => pack.recipients === readers)
  const cover = createCover(known, async ({ index }) => {
    return parsePackIndex(await readPackIndex(target, cache, index))?.images ?? []
  })
  const { instanceId } = facts
  const writers = openPackWriters({ place, instanceId, recipients, images }, target)
  try {
    const listedMissing = await handOut(work, { ...needs, writers }, cover.uncovered(copy.images()))
    const written = await writers.finish()
    const references = written.flatMap(({ reference = [] }) => reference)
    const missing = written.reduce((sum, pack) => sum + pack.missing, listedMissing)
    return {
      packs: [...[...cover.used].map(({ reference }) => reference), ...references],
      images: total - missing,
      newImages: written.reduce((sum, { images }) => sum + images, 0),
      newBytes: references.reduce((sum, { bytes }) => sum + bytes, 0),
      missing,
    }
  } finally {
    await writers.close()
  }
}

/** Hands the images to the writers in groups. Returns how many have no file. */
async function handOut(
  { images: source, packBytesMax }: BackupWork,
  { facts, report, writers }: PackNeeds & { readonly writers: PackWriters },
  images: AsyncIterable<CopiedImage>,
): Promise<number> {
  const total = facts.rows.images ?? 0
  let missing = 0
  let handedOut = 0
  let group: CopiedImage[] = []
  let groupBytes = 0
  const flush = async () => {
    if (group.length === 0) return
    await writers.add(group)
    handedOut += group.length
    report({ stage: 'images', done: handedOut, total })
    group = []
    groupBytes = 0
  }
  for await (const image of images) {
    if (isErased(source, image)) {
      missing += 1
      continue
    }
    group.push(image)
    groupBytes += image.bytes
    if (groupBytes >= packBytesMax || group.length >= packImagesMax) await flush()
  }
  await flush()
  return missing
}

/** Whether it was erased since the copy of the database. A bucket is not asked for each: its packs find out. */
function isErased(source: ImagesSource, { file }: CopiedImage): boolean {
  return source.kind === 'folder' && !existsSync(join(source.folder, file))
}
