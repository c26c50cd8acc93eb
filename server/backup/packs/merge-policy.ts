// Decides which packs a backup packs anew together. Each backup adds a pack of what came since the one before, which
// after a year would be tens of thousands: every one costs each backup, each index and a restore some milliseconds.
// Pure.

import { type KnownPack, widestFirst } from './known-pack.ts'

/**
 * So many small packs are merged at once, or more of them if they are tiny. What they become is small only if all of
 * them were tiny.
 */
export const mergedAtOnce = 200
/** Of the largest size of a pack. A backup packs so much anew as that many packs could have: 1.6 GB. */
const smallPart = 1 / 16

/**
 * Returns the packs whose images are packed anew; none while there are few. A pack within the span of another was
 * merged into it before, and waits for the last backup that needs it. The files stay until then. In their order.
 */
export function packsToMerge(
  packs: readonly KnownPack[],
  packBytesMax: number,
): ReadonlySet<KnownPack> {
  const smallBytes = packBytesMax * smallPart
  const small = new Set<KnownPack>()
  let furthest = ''
  let left = mergedAtOnce * smallBytes
  for (const pack of packs.toSorted(widestFirst)) {
    const isMerged = pack.last <= furthest
    if (pack.last > furthest) furthest = pack.last
    const { bytes } = pack.reference
    if (isMerged || bytes >= smallBytes) continue
    left -= bytes
    if (left < 0) break
    small.add(pack)
  }
  return small.size < mergedAtOnce ? new Set() : small
}

interface Room {
  /** At the place; undefined if it has no end. */
  readonly freeBytes: number | undefined
  readonly databaseBytes: number
}

/** The small packs stay for a time, and the database is still to be written: a full place would get no backup. */
export function hasRoomToMerge(
  { freeBytes, databaseBytes }: Room,
  packs: ReadonlySet<KnownPack>,
): boolean {
  const bytes = [...packs].reduce((sum, { reference }) => sum + reference.bytes, databaseBytes)
  return freeBytes === undefined || freeBytes > 2 * bytes
}
