// Reads a group of lines that may be a zone, in the direction in which they are one; a line that was not found is looked
// for where it would stand.

import type { GreyPicture } from './grey-picture.ts'
import { levelLine } from './level-line.ts'
import { renderings, type StripShape } from './line-strip.ts'
import { withLostLine } from './lost-line.ts'
import { looksLikeZone, mayBeLongInFillers, type Seen, see } from './probe-line.ts'
import { type Found, isBetter, type ReadOptions, readLines } from './read-lines.ts'

/** Probes the last line in both directions, and reads all in the one that looks like a zone. */
export async function readGroup(
  fine: GreyPicture,
  shapes: readonly StripShape[],
  options: ReadOptions,
): Promise<Found | undefined> {
  const [first = renderings[0]] = renderings
  if (first === undefined) return undefined
  for (const upright of [shapes, upsideDown(shapes)]) {
    const last = upright.at(-1)
    const start = upright[0]
    if (last === undefined || start === undefined || options.isLate()) return undefined
    const probe = await see(fine, last, first, options.recognise)
    if (!looksLikeZone(probe) || probe.scores.turned > 0.5) {
      if (probe.scores.turned < turnedMin(shapes)) return undefined
      continue
    }
    const other = await see(fine, start, first, options.recognise)
    if (other.scores.turned > 0.5 || !mayBeLongInFillers(other, probe)) continue
    // Every zone has fillers, which say how it stands; print without any is none, however well it reads.
    if (Math.min(probe.scores.turned, other.scores.turned) > uprightMax) continue
    const known = new Map([
      [0, other],
      [upright.length - 1, probe],
    ])
    const asThree = mayLackALine([probe, other], upright)
      ? await readWithLostLine(fine, start, last, options)
      : undefined
    if (asThree !== undefined && asThree.verdict === 'valid') return asThree
    const found = betterOf(asThree, await readLines(fine, upright, { ...options, known }))
    if (found !== undefined) return found
  }
  return undefined
}

/** Of the two lines at the ends, at most; a line without fillers has about 0.5. */
const uprightMax = 0.25

/**
 * What a zone that stands upside down has at least. The first line of two is full of fillers then; that of three may
 * have none.
 */
function turnedMin(shapes: readonly StripShape[]): number {
  return shapes.length === 2 ? 0.8 : 0.3
}

function upsideDown(shapes: readonly StripShape[]): readonly StripShape[] {
  return shapes
    .map((shape) => ({ ...shape, from: shape.to, to: shape.from, sag: -shape.sag }))
    .toReversed()
}

/** Characters that are counted in a line of thirty; of names fillers may be lost. */
const shortMin = 27
const shortMax = 33

function mayLackALine(seen: readonly Seen[], shapes: readonly StripShape[]): boolean {
  if (shapes.length !== 2) return false
  const counts = seen.map(({ peaks }) => peaks.length)
  return counts.every((count) => count <= shortMax) && counts.some((count) => count >= shortMin)
}

/** Reads a zone of three lines of which one was not found, with the third where its place would be. */
async function readWithLostLine(
  fine: GreyPicture,
  upper: StripShape,
  lower: StripShape,
  options: ReadOptions,
): Promise<Found | undefined> {
  let best: Found | undefined
  for (const shapes of withLostLine(upper, lower)) {
    if (options.isLate()) break
    const levelled = shapes.map((shape) => levelLine(fine, shape))
    const found = await readLines(fine, levelled, { ...options, known: new Map() })
    if (found !== undefined && found.verdict === 'valid') return found
    best = betterOf(best, found)
  }
  return best
}

function betterOf(one: Found | undefined, other: Found | undefined): Found | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return isBetter(other, one) ? other : one
}
