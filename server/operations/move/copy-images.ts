// Copies image files from one place to another, as they are encrypted, and compares each copy with its original.

import { createHash } from 'node:crypto'
import type { ImageFiles } from '../../images/storage/image-files.ts'
import { isMissing } from '../../images/storage/image-places.ts'

interface CopyingImages {
  readonly from: Pick<ImageFiles, 'list' | 'readEncrypted'>
  /** It is prepared first. */
  readonly to: Pick<ImageFiles, 'prepare' | 'readEncrypted' | 'placeEncrypted'>
  readonly signal: AbortSignal
  /** Called with the number of images that were copied or compared. */
  onProgress(images: number): void
}

interface CopiedImages {
  readonly copied: number
  /** They were there already and are equal. */
  readonly present: number
  readonly bytes: number
}

/** Images in work at the same time. */
const atOnce = 8

/**
 * Leaves out images that are there already and equal, so an interrupted copy goes on where it ended.
 * @throws Error if a copy differs from its original; ImagesUnreachableError
 */
export async function copyImages(order: CopyingImages): Promise<CopiedImages> {
  await order.to.prepare()
  let copied = 0
  let present = 0
  let bytes = 0
  for await (const names of order.from.list()) {
    for (let start = 0; start < names.length; start += atOnce) {
      order.signal.throwIfAborted()
      const some = names.slice(start, start + atOnce)
      for (const outcome of await Promise.all(some.map((name) => copyOne(order, name)))) {
        if (outcome.kind === 'copied') copied += 1
        else if (outcome.kind === 'present') present += 1
        bytes += outcome.bytes
      }
      order.onProgress(copied + present)
    }
  }
  return { copied, present, bytes }
}

interface Outcome {
  /** `gone`: it was erased since it was listed. */
  readonly kind: 'copied' | 'present' | 'gone'
  readonly bytes: number
}

async function copyOne({ from, to }: CopyingImages, name: string): Promise<Outcome> {
  const original = await ifThere(() => from.readEncrypted(name))
  if (original === undefined) return { kind: 'gone', bytes: 0 }
  const expected = sha256Of(original)
  const bytes = original.length
  const found = await ifThere(() => to.readEncrypted(name))
  if (found !== undefined && sha256Of(found) === expected) return { kind: 'present', bytes }
  await to.placeEncrypted(name, original)
  if (sha256Of(await to.readEncrypted(name)) === expected) return { kind: 'copied', bytes }
  throw new Error(
    `the copy of the image ${name} differs from it: check the disk or store that it was copied to`,
  )
}

async function ifThere(read: () => Promise<Buffer>): Promise<Buffer | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
