// Puts the images that no pack contains yet into new packs, and names all packs that a backup needs.

import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CopiedDatabase,
  type CopiedImage,
  type DatabaseFacts,
  type ImagesMeasure,
  lastImage,
  measureImages,
  presentImages,
} from '../../db/sqlite/database-copy.ts'
import type { FaultyImage } from '../../images/storage/find-faulty-images.ts'
import { type PackReference, parsePackIndex } from '../backup-format.ts'
import type { BackupProgress, BackupWork } from '../backup-work.ts'
import type { BackupTarget } from '../places/backup-target.ts'
import { createCover, listPacks, readPackIndex } from './image-packs.ts'
import type { KnownPack } from './known-pack.ts'
import { type CheckImages, type MergedPacks, mergePacks } from './merge-packs.ts'
import { hasRoomToMerge, packsToMerge } from './merge-policy.ts'
import { openPackCache } from './pack-cache.ts'
import { packThreadsMax } from './pack-threads.ts'
import { openPackWriters, type PackWriters } from './pack-writers.ts'
import type { ImagesSource } from './packed-images.ts'
import { recipientsText, type WrittenPack } from './write-pack.ts'

export interface PackedImages {
  /** Every pack that holds an image of this backup. */
  readonly packs: readonly PackReference[]
  readonly images: number
  readonly newImages: number
  readonly newBytes: number
  readonly missing: number
  /** Images that only packs have, of those that were to be packed anew. */
  readonly faulty: readonly FaultyImage[]
}

interface PackNeeds {
  readonly copy: CopiedDatabase
  readonly facts: DatabaseFacts
  readonly report: (progress: BackupProgress) => void
  readonly check: CheckImages
}

export interface ImagePacking {
  /**
   * Writes what was new in the database itself when the packing was opened, where that takes several packs. It is for
   * the time in which the database is copied: what comes meanwhile is left to `pack`.
   * @param copied until then a processor is left to the copying, which takes longer than half of the packing
   * @throws as `pack` does, and what the copying failed with
   */
  packPresent(report: PackNeeds['report'], copied: Promise<void>): Promise<void>
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

/** Lists the packs, and starts threads for many new images. */
export async function openPacking(work: BackupWork, target: BackupTarget): Promise<ImagePacking> {
  const { recipients, images: source, place, databaseFile } = work
  const { instanceId } = work.user
  const cache = openPackCache(work.cacheFolder)
  const readers = recipientsText(recipients)
  const listFor = async (known: readonly KnownPack[]) =>
    (await listPacks(target, cache, known)).filter((pack) => pack.recipients === readers)
  const listed = await listFor([])
  let known: readonly KnownPack[] = listed
  const lastPacked = known.reduce((last, pack) => (pack.last > last ? pack.last : last), '')
  const lastPresent = lastImage(databaseFile)
  const measured = measureImages(databaseFile, lastPacked, countedMax)
  const writers = openPackWriters({ place, instanceId, recipients, images: source }, target)
  const order = { source, packBytes: packBytesOf(work, measured), writers }
  const isLarge = needsSeveralPacks(work, measured)
  if (isLarge) writers.threads.start()
  const early: WrittenPack[] = []
  return {
    async packPresent(report, copied) {
      if (!isLarge) return
      writers.threads.leaveProcessor(copied)
      const failed = new AbortController()
      copied.catch((error: unknown) => failed.abort(error))
      const { signal } = failed
      const counted = { report, total: measured.count < countedMax ? measured.count : 0, signal }
      await handOut(order, counted, presentImages(databaseFile, lastPacked, lastPresent))
      early.push(...(await writers.finish()))
      known = await listFor(listed)
    },
    async pack({ copy, facts, report, check }) {
      const imagesOf = async ({ index }: KnownPack) =>
        parsePackIndex(await readPackIndex(target, cache, index))?.images ?? []
      const small = packsToMerge(known, work.packBytesMax)
      const held = new Map<KnownPack, CopiedImage[]>([...small].map((pack) => [pack, []]))
      const cover = createCover(known, imagesOf, (pack, image) => held.get(pack)?.push(image))
      const total = facts.rows.images ?? 0
      const uncovered = cover.uncovered(copy.images())
      const listedMissing = await handOut(order, { report, total }, uncovered)
      const late = await writers.finish()
      const room = {
        freeBytes: await target.freeBytes(),
        databaseBytes: statSync(databaseFile).size,
      }
      // After what is new: a merge that is stopped costs nothing but itself.
      const merged = hasRoomToMerge(room, small)
        ? await mergePacks({ writers, check, packBytesMax: work.packBytesMax, packImagesMax }, held)
        : mergedNothing
      const written = [...early, ...late, ...merged.written]
      const missing = late.reduce((sum, pack) => sum + pack.missing, listedMissing)
      const kept = [...cover.used].filter((pack) => !merged.replaced.has(pack))
      return {
        packs: [
          ...kept.map(({ reference }) => reference),
          ...referencesOf([...late, ...merged.written]),
        ],
        images: total - missing,
        newImages: written.reduce((sum, { images }) => sum + images, 0),
        newBytes: referencesOf(written).reduce((sum, { bytes }) => sum + bytes, 0),
        missing,
        faulty: merged.faulty,
      }
    },
    close: () => writers.close(),
  }
}

const mergedNothing: MergedPacks = { replaced: new Set(), written: [], faulty: [] }

function referencesOf(packs: readonly WrittenPack[]): readonly PackReference[] {
  return packs.flatMap(({ reference = [] }) => reference)
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
  const packs = Math.ceil(bytes / packBytesMax / packThreadsMax) * packThreadsMax
  return Math.ceil(bytes / packs)
}

interface HandingOut {
  readonly source: ImagesSource
  readonly packBytes: number
  readonly writers: PackWriters
}

interface HandOutNeeds extends Pick<PackNeeds, 'report'> {
  /** Of images, at most; 0 if unknown. */
  readonly total: number
  readonly signal?: AbortSignal
}

/** Hands the images to the writers in groups. Returns how many have no file. */
async function handOut(
  { source, packBytes, writers }: HandingOut,
  { report, total, signal }: HandOutNeeds,
  images: AsyncIterable<CopiedImage> | Iterable<CopiedImage>,
): Promise<number> {
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
    signal?.throwIfAborted()
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

/** Whether it was erased since it was listed. A bucket is not asked for each: its packs find out. */
function isErased(source: ImagesSource, { file }: CopiedImage): boolean {
  return source.kind === 'folder' && !existsSync(join(source.folder, file))
}
