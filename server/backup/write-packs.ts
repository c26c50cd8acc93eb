// Puts the images that no pack contains yet into new packs, and names all packs that a backup needs.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CopiedDatabase,
  type CopiedImage,
  type DatabaseFacts,
  type ImagesMeasure,
  measureImages,
} from '../db/sqlite/database-copy.ts'
import { type PackReference, parsePackIndex } from './backup-format.ts'
import type { BackupTarget } from './backup-target.ts'
import type { BackupProgress, BackupWork } from './backup-work.ts'
import { createCover, listPacks, readPackIndex } from './image-packs.ts'
import { openPackCache } from './pack-cache.ts'
import { openPackWriters, type PackWriters, packThreads } from './pack-writers.ts'
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
  readonly copy: CopiedDatabase
  readonly facts: DatabaseFacts
  readonly report: (progress: BackupProgress) => void
}

export interface ImagePacking {
  /**
   * Writes what is new in the copy of the database.
   * @throws what the target throws; packs that were complete by then stay and are used by the next backup
   */
  pack(needs: PackNeeds): Promise<PackedImages>
  /** Ends the threads, whatever they are doing. */
  close(): Promise<void>
}

const packImagesMax = 10_000
/** Images that are counted beforehand: where there are more, it does not matter how evenly the packs are shared out. */
const countedMax = 100_000

/** Lists the packs and starts threads for many new images, which are ready once the database is copied and checked. */
export async function openPacking(work: BackupWork, target: BackupTarget): Promise<ImagePacking> {
  const { recipients, images, place, databaseFile } = work
  const { instanceId } = work.user
  const cache = openPackCache(work.cacheFolder)
  const readers = recipientsText(recipients)
  const known = (await listPacks(target, cache)).filter((pack) => pack.recipients === readers)
  const cover = createCover(known, async ({ index }) => {
    return parsePackIndex(await readPackIndex(target, cache, index))?.images ?? []
  })
  const lastPacked = known.reduce((last, pack) => (pack.last > last ? pack.last : last), '')
  const measured = measureImages(databaseFile, lastPacked, countedMax)
  const packBytes = packBytesOf(work, measured)
  const writers = openPackWriters({ place, instanceId, recipients, images }, target)
  if (needsSeveralPacks(work, measured)) writers.start()
  return {
    async pack(needs) {
      const total = needs.facts.rows.images ?? 0
      const order = { source: images, packBytes, writers }
      const listedMissing = await handOut(order, needs, cover.uncovered(needs.copy.images()))
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
    },
    close: () => writers.close(),
  }
}

export function needsSeveralPacks(
  { packBytesMax }: Pick<BackupWork, 'packBytesMax'>,
  { count, bytes }: ImagesMeasure,
): boolean {
  return bytes > packBytesMax || count > packImagesMax
}

/** Cuts what does not fit into one pack into packs of one size, as many for each thread, here and in a restore. */
export function packBytesOf(
  { packBytesMax }: Pick<BackupWork, 'packBytesMax'>,
  { count, bytes }: ImagesMeasure,
): number {
  if (bytes <= packBytesMax || count >= countedMax) return packBytesMax
  const packs = Math.ceil(bytes / packBytesMax / packThreads) * packThreads
  return Math.ceil(bytes / packs)
}

interface HandingOut {
  readonly source: ImagesSource
  readonly packBytes: number
  readonly writers: PackWriters
}

/** Hands the images to the writers in groups. Returns how many have no file. */
async function handOut(
  { source, packBytes, writers }: HandingOut,
  { facts, report }: PackNeeds,
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
    if (groupBytes >= packBytes || group.length >= packImagesMax) await flush()
  }
  await flush()
  return missing
}

/** Whether it was erased since the copy of the database. A bucket is not asked for each: its packs find out. */
function isErased(source: ImagesSource, { file }: CopiedImage): boolean {
  return source.kind === 'folder' && !existsSync(join(source.folder, file))
}
