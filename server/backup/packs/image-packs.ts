// Finds the images that no pack at the target contains yet. Images never change and their ids sort by time, so both
// sides are read in order and only the lists of the packs around the current id are held in memory.

import type { CopiedImage } from '../../db/sqlite/database-copy.ts'
import { parsePackIndex } from '../backup-format.ts'
import { type BackupTarget, readSmall } from '../places/backup-target.ts'
import { type KnownPack, widestFirst } from './known-pack.ts'

/** Remembers the heads of packs between backups, because a pack never changes. */
export interface PackCache {
  read(indexName: string): Promise<string | undefined>
  keep(indexName: string, text: string): Promise<void>
}

/**
 * Lists the packs that are complete: their index and their file are there, and the file has its size.
 * @param known packs of a list before, which are not read again
 */
export async function listPacks(
  target: BackupTarget,
  cache: PackCache,
  known: readonly KnownPack[] = [],
): Promise<KnownPack[]> {
  const files = await target.list('packs/')
  const sizes = new Map(files.map(({ name, bytes }) => [name, bytes]))
  const packs = [...known]
  const read = new Set(known.map(({ index }) => index))
  for (const { name } of files.filter((file) => file.name.endsWith('.json'))) {
    if (read.has(name)) continue
    const index = parsePackIndex(await readPackIndex(target, cache, name))
    const first = index?.images[0]
    const last = index?.images.at(-1)
    if (index === undefined || first === undefined || last === undefined) continue
    if (sizes.get(index.pack.name) !== index.pack.bytes) continue
    packs.push({ index: name, reference: index.pack, first, last, recipients: index.recipients })
  }
  return packs.sort(widestFirst)
}

interface Cover {
  /** Images that no pack contains, in order. */
  uncovered(images: Iterable<CopiedImage>): AsyncGenerator<CopiedImage>
  /** The packs that contain an image that was asked for; complete after the last image. */
  readonly used: ReadonlySet<KnownPack>
}

export function createCover(
  packs: readonly KnownPack[],
  imagesOf: (pack: KnownPack) => Promise<readonly string[]>,
): Cover {
  const used = new Set<KnownPack>()
  return {
    used,
    async *uncovered(images) {
      let next = 0
      let open: { readonly pack: KnownPack; readonly ids: ReadonlySet<string> }[] = []
      for (const image of images) {
        for (let pack = packs[next]; pack && pack.first <= image.id; pack = packs[next]) {
          next += 1
          if (pack.last >= image.id) open.push({ pack, ids: new Set(await imagesOf(pack)) })
        }
        if (open.some(({ pack }) => pack.last < image.id)) {
          open = open.filter(({ pack }) => pack.last >= image.id)
        }
        const holder = open.find(({ ids }) => ids.has(image.id))
        if (holder === undefined) yield image
        else used.add(holder.pack)
      }
    },
  }
}

export async function readPackIndex(
  target: BackupTarget,
  cache: PackCache,
  name: string,
): Promise<string> {
  const known = await cache.read(name)
  if (known !== undefined) return known
  const text = await readSmall(target, name)
  await cache.keep(name, text)
  return text
}
