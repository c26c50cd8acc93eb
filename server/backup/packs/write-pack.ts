// Writes one pack of images: reads them, encrypts them and stores them, then the index with which the pack exists.

import { createHash } from 'node:crypto'
import type { CopiedImage } from '../../db/sqlite/database-copy.ts'
import { freeBuffer } from '../../kernel/free-buffer.ts'
import type { PackReference } from '../backup-format.ts'
import type { Envelope } from '../envelope/age-envelope.ts'
import { writeEncrypted } from '../envelope/write-encrypted.ts'
import { formatVersion } from '../format-version.ts'
import { type BackupTarget, oneChunk } from '../places/backup-target.ts'
import { packTar, type TarEntry } from '../tar/tar-stream.ts'
import type { OpenedSource } from './packed-images.ts'

export interface PackOrder {
  readonly target: Pick<BackupTarget, 'write'>
  readonly instanceId: string
  readonly recipients: readonly string[]
  /** Made for the recipients, and for this pack. */
  readonly envelope: Envelope
  readonly source: Pick<OpenedSource, 'atOnce' | 'read'>
  /** Nothing is written unless every image is there. */
  readonly isWhole?: boolean
}

export interface WrittenPack {
  /** Undefined if none of the images was there any more, or not all of those of a whole pack. */
  readonly reference: PackReference | undefined
  readonly images: number
  /** Images that were erased since they were listed. */
  readonly missing: number
}

/** The pack is complete once its index is written. Its name is a hash of what is in it, and for whom. */
export async function writePack(
  order: PackOrder,
  group: readonly CopiedImage[],
): Promise<WrittenPack> {
  const gone = new Set<CopiedImage>()
  for (;;) {
    const there = group.filter((image) => !gone.has(image))
    if (there.length === 0) return { reference: undefined, images: 0, missing: gone.size }
    try {
      const reference = await writeImages(order, there)
      return { reference, images: there.length, missing: gone.size }
    } catch (error) {
      // What is in a pack is in its name: it begins anew without what is gone, which hardly ever happens.
      if (!(error instanceof ImageGoneError)) throw error
      if (order.isWhole) return { reference: undefined, images: 0, missing: 0 }
      for (const image of await findGone(order.source, there)) gone.add(image)
    }
  }
}

class ImageGoneError extends Error {
  constructor() {
    super('an image was erased since it was listed')
  }
}

async function findGone(
  source: PackOrder['source'],
  group: readonly CopiedImage[],
): Promise<readonly CopiedImage[]> {
  const gone: CopiedImage[] = []
  for await (const { image, content } of reading(source, group)) {
    if (content === undefined) gone.push(image)
  }
  return gone
}

async function writeImages(
  { target, instanceId, recipients, envelope, source }: PackOrder,
  group: readonly CopiedImage[],
): Promise<PackReference> {
  const readers = recipientsText(recipients)
  const images = group.map(({ id }) => id)
  const digest = createHash('sha256').update(JSON.stringify([instanceId, readers, images]))
  const name = `packs/${digest.digest('hex').slice(0, 32)}`
  const { sha256, bytes, headerSha256 } = await writeEncrypted(target, envelope, {
    name: `${name}.age`,
    content: packTar(entriesOf(source, group)),
    bytesExpected: group.reduce((sum, image) => sum + image.bytes, 0),
  })
  const pack = {
    name: `${name}.age`,
    sha256,
    header_sha256: headerSha256,
    bytes,
    images: images.length,
  }
  const index = {
    format: formatVersion,
    instance_id: instanceId,
    pack,
    recipients: readers,
    images,
  }
  await target.write(`${name}.json`, oneChunk(JSON.stringify(index)), images.length * 40)
  return pack
}

/** @throws ImageGoneError */
async function* entriesOf(
  source: PackOrder['source'],
  group: readonly CopiedImage[],
): AsyncGenerator<TarEntry> {
  for await (const { image, content } of reading(source, group)) {
    if (content === undefined) throw new ImageGoneError()
    yield { name: `images/${image.file}`, bytes: content.length, content: oneBuffer(content) }
    // It is encrypted once the next one is asked for.
    freeBuffer(content)
  }
}

/** Reads some images at a time and gives them in their order. */
async function* reading(source: PackOrder['source'], group: readonly CopiedImage[]) {
  for (let from = 0; from < group.length; from += source.atOnce) {
    const some = group.slice(from, from + source.atOnce)
    yield* await Promise.all(
      some.map(async (image) => ({ image, content: await source.read(image.file) })),
    )
  }
}

async function* oneBuffer(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

/** The recipients of a pack in one text. */
export function recipientsText(recipients: readonly string[]): string {
  return recipients.toSorted().join(' ')
}
