// Decides which packs a backup packs anew together. Each backup adds a pack of what came since the one before, which
// after a year would be tens of thousands: every one costs each backup, each index and a restore some milliseconds.
// Pure.

import { type KnownPack, widestFirst } from './known-pack.ts'

/** So many small packs are merged at once. What they become is small only if all of them were tiny. */
export const mergedAtOnce = 200
/** Of the largest size of a pack: so a backup packs 1.6 GB anew at most. */
const smallPart = 1 / 16

/**
 * Returns the packs whose images are packed anew; none while there are few. A pack within the span of another was
 * merged into it before, and waits for the last backup that needs it. The files stay until then. In their order.
 */
export function packsToMerge(
  packs: readonly KnownPack[],
  packBytesMax: number,
): ReadonlySet<KnownPack> {
  const small = new Set<KnownPack>()
  let furthest = ''
  for (const pack of packs.toSorted(widestFirst)) {
    const isMerged = pack.last <= furthest
    if (pack.last > furthest) furthest = pack.last
    if (!isMerged && pack.reference.bytes < packBytesMax * smallPart) small.add(pack)
  }
  return small.size < mergedAtOnce ? new Set() : small
}
