// Copies image files from one data folder to another, as they are encrypted, and compares each copy with its original.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config.ts'
import { imageFiles } from '../images/image-files.ts'
import { isMissing } from '../images/image-places.ts'
import { openImageFiles } from '../images/open-image-files.ts'
import { syncFolder } from '../kernel/sync-folder.ts'

interface PlacingImages {
  /** Where the images are. */
  readonly from: Pick<Config, 'dataDir' | 'imagesDir'>
  /** A data folder. */
  readonly to: string
  readonly signal: AbortSignal
  onProgress(images: number): void
}

/**
 * Leaves out images that are there already. Returns how many were copied.
 * @throws Error if a copy differs from its original
 */
export async function copyImages(order: PlacingImages): Promise<number> {
  const files = imageFiles(order.to, 'copy')
  await files.prepare()
  const source = order.from.imagesDir ?? join(order.from.dataDir, 'images')
  let copied = 0
  const folders = new Set<string>()
  for await (const names of openImageFiles(order.from, 'copy').list()) {
    for (const name of names) {
      order.signal.throwIfAborted()
      const target = join(order.to, 'images', name)
      if (await copyOne(join(source, name), target)) copied += 1
      folders.add(dirname(target))
      order.onProgress(copied)
    }
  }
  for (const folder of folders) await syncFolder(folder)
  return copied
}

async function copyOne(source: string, target: string): Promise<boolean> {
  const expected = await sha256Of(source)
  if ((await sha256IfThere(target)) === expected) return false
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const part = `${target}.part`
  await copyFile(source, part)
  const handle = await open(part)
  await handle.sync().finally(() => handle.close())
  if ((await sha256Of(part)) !== expected) {
    throw new Error(`the copy of the image ${source} differs from it: check the disk of ${target}`)
  }
  await rename(part, target)
  return true
}

async function sha256IfThere(file: string): Promise<string | undefined> {
  try {
    return await sha256Of(file)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
