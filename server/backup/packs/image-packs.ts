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

/** Of which images are asked for in order. */
interface Cover {
  /** Images that no pack contains. */
  uncovered(images: Iterable<CopiedImage>): AsyncGenerator<CopiedImage>
  /** The packs that contain an image that was asked for; complete after the last image. */
  readonly used: ReadonlySet<KnownPack>
}

/** @param onCovered called with one pack of those that contain the image */
export function createCover(
  packs: readonly KnownPack[],
  imagesOf: (pack: KnownPack) => Promise<readonly string[]>,
  onCovered: (pack: KnownPack, image: CopiedImage) => void = () => {},
): Cover {
  const used = new Set<KnownPack>()
  let next = 0
  let open: { readonly pack: KnownPack; readonly ids: ReadonlySet<string> }[] = []

  async function covers(image: CopiedImage): Promise<boolean> {
    const { id } = image
    for (let pack = packs[next]; pack && pack.first <= id; pack = packs[next]) {
      next += 1
      if (pack.last >= id) open.push({ pack, ids: new Set(await imagesOf(pack)) })
    }
    if (open.some(({ pack }) => pack.last < id)) {
      open = open.filter(({ pack }) => pack.last >= id)
    }
    const holder = open.find(({ ids }) => ids.has(id))
    if (holder === undefined) return false
    used.add(holder.pack)
    onCovered(holder.pack, image)
    return true
  }

  return {
    used,
    async *uncovered(images) {
      for (const image of images) if (!(await covers(image))) yield image
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
