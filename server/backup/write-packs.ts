// Puts the images that no pack contains yet into new packs, and names all packs that a backup needs.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CopiedDatabase, CopiedImage, DatabaseFacts } from '../db/sqlite/database-copy.ts'
import { formatVersion, type PackReference, parsePackIndex } from './backup-format.ts'
import { type BackupTarget, oneChunk } from './backup-target.ts'
import type { BackupProgress, BackupWork } from './backup-work.ts'
import { createCover, listPacks, readPackIndex } from './image-packs.ts'
import { openPackCache } from './pack-cache.ts'
import { packTar, type TarEntry } from './tar-stream.ts'
import { writeEncrypted } from './write-encrypted.ts'

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
/** How often the progress of many images is reported. */
const reportEvery = 1_000

interface OpenImage extends CopiedImage {
  readonly content: Buffer
}

/** @throws what the target throws; packs that were complete by then stay and are used by the next backup */
export async function packImages(work: BackupWork, needs: PackNeeds): Promise<PackedImages> {
  const { target, copy, facts, report } = needs
  const total = facts.rows.images ?? 0
  const cache = openPackCache(work.cacheFolder)
  const recipients = recipientsText(work)
  const known = (await listPacks(target, cache)).filter((pack) => pack.recipients === recipients)
  const cover = createCover(known, async ({ index }) => {
    return parsePackIndex(await readPackIndex(target, cache, index))?.images ?? []
  })
  const written: PackReference[] = []
  let newImages = 0
  let missing = 0
  let group: OpenImage[] = []
  let groupBytes = 0
  const flush = async () => {
    if (group.length === 0) return
    written.push(await writePack(work, needs, group))
    group = []
    groupBytes = 0
  }
  for await (const image of cover.uncovered(copy.images())) {
    const content = readImage(join(work.imagesFolder, image.file))
    if (content === undefined) {
      missing += 1
      continue
    }
    group.push({ ...image, content })
    groupBytes += content.length
    newImages += 1
    if (newImages % reportEvery === 0) report({ stage: 'images', done: newImages, total })
    if (groupBytes >= work.packBytesMax || group.length >= packImagesMax) await flush()
  }
  await flush()
  const packs = [...[...cover.used].map(({ reference }) => reference), ...written]
  return {
    packs,
    images: total - missing,
    newImages,
    newBytes: written.reduce((sum, { bytes }) => sum + bytes, 0),
    missing,
  }
}

/** The pack is complete once its index is written. Its name is a hash of what is in it, and for whom. */
async function writePack(
  work: BackupWork,
  { target, facts }: PackNeeds,
  group: readonly OpenImage[],
): Promise<PackReference> {
  const recipients = recipientsText(work)
  const images = group.map(({ id }) => id)
  const digest = createHash('sha256').update(JSON.stringify([facts.instanceId, recipients, images]))
  const name = `packs/${digest.digest('hex').slice(0, 32)}`
  const { sha256, bytes } = await writeEncrypted(target, work.recipients, {
    name: `${name}.age`,
    content: packTar(entriesOf(group)),
    bytesExpected: group.reduce((sum, { content }) => sum + content.length, 0),
  })
  const pack = { name: `${name}.age`, sha256, bytes, images: images.length }
  const index = { format: formatVersion, instance_id: facts.instanceId, pack, recipients, images }
  await target.write(`${name}.json`, oneChunk(JSON.stringify(index)), images.length * 40)
  return pack
}

async function* entriesOf(group: readonly OpenImage[]): AsyncGenerator<TarEntry> {
  for (const { file, content } of group) {
    yield { name: `images/${file}`, bytes: content.length, content: oneBuffer(content) }
  }
}

async function* oneBuffer(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

/**
 * Returns undefined for an image that was erased since the copy of the database. Reads synchronously, because the
 * thread has nothing else to do and small files take several times as long otherwise.
 */
function readImage(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function recipientsText({ recipients }: BackupWork): string {
  return recipients.toSorted().join(' ')
}
