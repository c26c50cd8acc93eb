// Reads a group of lines that may be a zone, in the direction in which they are one; a line that was not found is looked
// for where it would stand.

import type { GreyPicture } from './grey-picture.ts'
import { judgeLines } from './judge-lines.ts'
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
    if (!looksLikeZone(probe) || probe.scores.turned > 0.5) continue
    const other = await see(fine, start, first, options.recognise)
    if (other.scores.turned > 0.5 || !mayBeLongInFillers(other, probe)) continue
    const known = new Map([
      [0, other],
      [upright.length - 1, probe],
    ])
    const asThree = mayLackALine([probe, other], upright)
      ? await readWithLostLine(fine, start, last, options)
      : undefined
    if (asThree !== undefined && judgeLines(asThree.chosen) === 'valid') return asThree
    const found = betterOf(asThree, await readLines(fine, upright, { ...options, known }))
    if (found !== undefined) return found
  }
  return undefined
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
    if (found !== undefined && judgeLines(found.chosen) === 'valid') return found
    best = betterOf(best, found)
  }
  return best
}

function betterOf(one: Found | undefined, other: Found | undefined): Found | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return isBetter(other, one) ? other : one
}
