// Reads a group of lines that may be a zone, in the direction in which they are one; a line that was not found is
// looked for where it would stand.

import type { GreyPicture } from './grey-picture.ts'
import { levelLine } from './level-line.ts'
import { renderings, type StripShape } from './line-strip.ts'
import { withLostLine } from './lost-line.ts'
import { isClearPrint, looksLikeZone, mayBeLongInFillers, type Seen, see } from './probe-line.ts'
import { type Found, isBetter, type ReadOptions, readLines } from './read-lines.ts'

/**
 * What a group is that is no zone: print that was read well and has no fillers, lines without a trace of a filler, or
 * lines that could be one and are not.
 */
export type Miss = 'print' | 'traceless' | 'unread'

/** Looks at the lines at both ends, whose fillers say how a zone stands, and reads all in that direction. */
export async function readGroup(
  fine: GreyPicture,
  shapes: readonly StripShape[],
  options: ReadOptions,
): Promise<Found | Miss> {
  const ends = await seeEnds(fine, shapes, options)
  if (ends.miss !== undefined) return ends.miss
  if (ends.turned <= turnedMax) {
    const found = await readUpright(fine, shapes, { ...options, known: ends.known })
    if (found !== undefined) return found
  }
  if (ends.turned < turnedMin || options.isLate()) return 'unread'
  const turned = upsideDown(shapes)
  const { miss, known, turned: turnedAgain } = await seeEnds(fine, turned, options)
  if (miss !== undefined) return miss
  if (turnedAgain > turnedMax) return 'unread'
  return (await readUpright(fine, turned, { ...options, known })) ?? 'unread'
}

const [firstRendering] = renderings

/** Steps at which fillers are seen in the two outer lines of any zone, at least: names are followed by two. */
const fillersMin = 1.5
/** Of small print that stands upside down. */
const traceMin = 0.1
/** Share of the fillers that point the other way: between these a zone may stand either way. */
const turnedMin = 0.3
const turnedMax = 0.7

interface Ends {
  readonly known: ReadonlyMap<number, Seen>
  /** Share of the fillers that point the other way; small print that stands upside down has only traces of them. */
  readonly turned: number
  readonly miss: Miss | undefined
}

/** The first line is looked at only where the last one does not say how the zone stands. */
async function seeEnds(
  fine: GreyPicture,
  shapes: readonly StripShape[],
  { recognise }: ReadOptions,
): Promise<Ends> {
  const known = new Map<number, Seen>()
  for (const index of [shapes.length - 1, 0]) {
    const shape = shapes[index]
    if (shape === undefined || fillersOf(known).count >= fillersMin) continue
    known.set(index, await see(fine, shape, firstRendering, recognise))
  }
  const { count, turned } = fillersOf(known)
  const isPrint = count < fillersMin && [...known.values()].every(isClearPrint)
  const isTraceless = count < traceMin
  return { known, turned, miss: isPrint ? 'print' : isTraceless ? 'traceless' : undefined }
}

function fillersOf(known: ReadonlyMap<number, Seen>) {
  const seen = [...known.values()]
  const count = seen.reduce((sum, { scores }) => sum + scores.angles, 0)
  const turned = seen.reduce((sum, { scores }) => sum + scores.angles * scores.turned, 0)
  return { count, turned: turned / Math.max(count, Number.EPSILON) }
}

type WithKnown = ReadOptions & { readonly known: ReadonlyMap<number, Seen> }

async function readUpright(
  fine: GreyPicture,
  shapes: readonly StripShape[],
  options: WithKnown,
): Promise<Found | undefined> {
  const [start, last] = [shapes[0], shapes.at(-1)]
  if (start === undefined || last === undefined || options.isLate()) return undefined
  const seeEnd = async (index: number, shape: StripShape) =>
    options.known.get(index) ?? see(fine, shape, firstRendering, options.recognise)
  const probe = await seeEnd(shapes.length - 1, last)
  if (!looksLikeZone(probe) || probe.scores.turned > 0.5) return undefined
  const other = await seeEnd(0, start)
  if (other.scores.turned > 0.5 || !mayBeLongInFillers(other, probe)) return undefined
  // Every zone has fillers, which say how it stands; print without any is none, however well it reads.
  if (Math.min(probe.scores.turned, other.scores.turned) > uprightMax) return undefined
  const known = new Map([
    [0, other],
    [shapes.length - 1, probe],
  ])
  const asThree = mayLackALine([probe, other], shapes)
    ? await readWithLostLine(fine, start, last, options)
    : undefined
  if (asThree !== undefined && asThree.verdict === 'valid') return asThree
  return betterOf(asThree, await readLines(fine, shapes, { ...options, known }))
}

/** Of the two lines at the ends, at most; a line without fillers has about 0.5. */
const uprightMax = 0.25

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
