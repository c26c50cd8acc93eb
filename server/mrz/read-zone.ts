// Reads the zone of one picture: finds where lines of print may be one, probes, reads, judges.

import { type LineScores, type Peak, peaksOf } from './ctc-decode.ts'
import { fitLength, type PlacedLine } from './fit-length.ts'
import type { GreyPicture } from './grey-picture.ts'
import { judgeLines } from './judge-lines.ts'
import { levelLine } from './level-line.ts'
import { type LineGroup, lineGroups } from './line-groups.ts'
import { lineStrip, type Rendering, renderings, type Strip, type StripShape } from './line-strip.ts'
import type { MrzReading } from './mrz-reading.ts'
import type { Recogniser } from './recogniser.ts'
import { type ChosenLines, chooseLines } from './repair-lines.ts'
import { rereadPlaces } from './reread-places.ts'
import { textDirections } from './text-direction.ts'
import { textLines } from './text-lines.ts'
import { textMask } from './text-mask.ts'
import { type TurnedMask, turnMask } from './turned-mask.ts'

interface ReadOptions {
  readonly recognise: Recogniser
  /** Today's. */
  readonly year: number
  /** Whether the time is over; what was read until then is answered. */
  readonly isLate: () => boolean
}

/** Groups of lines tried in each direction. */
const groupsMax = 3
const lengths: Readonly<Record<number, readonly number[]>> = { 2: [44, 36], 3: [30] }

interface Found {
  readonly chosen: ChosenLines
  readonly shapes: readonly StripShape[]
}

/** `fine` has at most 2 000 pixels on its long side, `coarse` at most 1 000 of the same picture. */
export async function readZone(
  fine: GreyPicture,
  coarse: GreyPicture,
  options: ReadOptions,
): Promise<MrzReading> {
  const mask = textMask(coarse)
  const scale = fine.width / coarse.width
  let best: Found | undefined
  for (const angle of textDirections(mask)) {
    const turned = turnMask(mask, angle)
    for (const group of lineGroups(textLines(turned)).slice(0, groupsMax)) {
      if (options.isLate()) break
      const shapes = shapesOf(group, turned, scale).map((shape) => levelLine(fine, shape))
      const found = await readGroup(fine, shapes, options)
      if (found === undefined) continue
      if (judgeLines(found.chosen) === 'valid') return readingOf(found)
      if (best === undefined || isBetter(found, best)) best = found
    }
  }
  return best === undefined ? { verdict: 'no_zone' } : readingOf(best)
}

function isBetter({ chosen: one }: Found, { chosen: other }: Found): boolean {
  if (one.holds !== other.holds) return one.holds
  const [unsure, others] = [one.unsure.flat().length, other.unsure.flat().length]
  if (one.holds && unsure !== others) return unsure < others
  return one.meanCost + one.repairCost / 10 < other.meanCost + other.repairCost / 10
}

function shapesOf(group: LineGroup, turned: TurnedMask, scale: number): readonly StripShape[] {
  const onPicture = (x: number, y: number) => {
    const point = turned.back(x, y)
    return { x: (point.x + 0.5) * scale, y: (point.y + 0.5) * scale }
  }
  return group.map(({ left, right, rise, offset, height }) => ({
    from: onPicture(left - 0.5, rise * left + offset),
    to: onPicture(right + 0.5, rise * right + offset),
    textHeight: height * scale,
    characters: group.length === 3 ? 30 : 44,
  }))
}

function upsideDown(shapes: readonly StripShape[]): readonly StripShape[] {
  return shapes.map((shape) => ({ ...shape, from: shape.to, to: shape.from })).toReversed()
}

const peaksMin = 20
const peaksMax = 56
const probeConfidenceMin = 0.6
const knownShareMin = 0.7

interface Seen {
  readonly strip: Strip
  /** Of the strip, in pixels. */
  readonly width: number
  readonly scores: LineScores
  readonly peaks: readonly Peak[]
}

async function see(
  fine: GreyPicture,
  shape: StripShape,
  rendering: Rendering,
  { recognise }: ReadOptions,
): Promise<Seen> {
  const strip = lineStrip(fine, shape, rendering)
  const scores = await recognise(strip)
  return { strip, width: strip.width, scores, peaks: peaksOf(scores) }
}

function looksLikeZone({ peaks }: Seen): boolean {
  if (peaks.length < peaksMin || peaks.length > peaksMax) return false
  return (
    quality(peaks) > probeConfidenceMin &&
    peaks.filter(({ isForeign }) => !isForeign).length >= knownShareMin * peaks.length
  )
}

function quality(peaks: readonly Peak[]): number {
  return peaks.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, peaks.length)
}

/** Probes the last line in both directions, and reads all in the one that looks like a zone. */
async function readGroup(
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
    const probe = await see(fine, last, first, options)
    if (!looksLikeZone(probe) || probe.scores.turned > 0.5) continue
    const other = await see(fine, start, first, options)
    if (other.scores.turned > 0.5 || !looksLikeZone(other)) continue
    const found = await readLines(fine, upright, {
      ...options,
      known: new Map([
        [0, other],
        [upright.length - 1, probe],
      ]),
    })
    if (found !== undefined) return found
  }
  return undefined
}

type WithKnown = ReadOptions & { readonly known: ReadonlyMap<number, Seen> }

async function readLines(
  fine: GreyPicture,
  shapes: readonly StripShape[],
  options: WithKnown,
): Promise<Found | undefined> {
  let best: Found | undefined
  const byLine: PlacedLine[][] = shapes.map(() => [])
  const strips: (Strip | undefined)[] = shapes.map(() => undefined)
  let length: number | undefined
  for (const [round, rendering] of renderings.entries()) {
    if (round > 0 && options.isLate()) break
    const seen: (Seen | undefined)[] = []
    for (const [index, shape] of shapes.entries()) {
      const known = round === 0 ? options.known.get(index) : undefined
      const isWanted = best === undefined || isDoubtedIn(best.chosen, index)
      seen.push(known ?? (isWanted ? await see(fine, shape, rendering, options) : undefined))
    }
    length ??= likelyLength(seen.filter((one) => one !== undefined))
    if (length === undefined) return undefined
    for (const [index, one] of seen.entries()) {
      if (one === undefined) continue
      const { line } = fitLength(one, length)
      byLine[index]?.push(line)
      strips[index] = one.strip
    }
    await rereadUnsure(byLine, strips, options)
    for (const placed of combinations(byLine)) {
      const found = { chosen: chooseLines(placed, options.year), shapes }
      if (best === undefined || isBetter(found, best)) best = found
      if (judgeLines(best.chosen) === 'valid') return best
    }
  }
  return best
}

/** Whether reading this line again may settle what is in doubt. */
function isDoubtedIn({ holds, unsure }: ChosenLines, index: number): boolean {
  return !holds || unsure.flat().length === 0 || unsure[index]?.length !== 0
}

/** Twice, because a letter that is found at the end of a name says that another may follow. */
const rereadings = 2

/** Adds to the lines whose digits hold what a closer look at their unsure places gives. */
async function rereadUnsure(
  byLine: readonly PlacedLine[][],
  strips: readonly (Strip | undefined)[],
  { recognise, year, isLate }: ReadOptions,
): Promise<void> {
  for (let again = 0; again < rereadings && !isLate(); again += 1) {
    const newest = byLine.flatMap((lines) => lines.slice(-1))
    const { unsure, holds } = chooseLines(newest, year)
    if (!holds) return
    for (const [index, places] of unsure.entries()) {
      const [strip, line] = [strips[index], newest[index]]
      if (places.length === 0 || strip === undefined || line === undefined) continue
      byLine[index]?.push(await rereadPlaces(strip, line, { places, recognise }))
    }
  }
}

/** Each of the newest readings of a line with each of the others. */
function combinations(
  byLine: readonly (readonly PlacedLine[])[],
): readonly (readonly PlacedLine[])[] {
  return byLine
    .reduce<readonly (readonly PlacedLine[])[]>(
      (sets, lines) => sets.flatMap((set) => lines.slice(-3).map((line) => [...set, line])),
      [[]],
    )
    .slice(-9)
}

function likelyLength(seen: readonly Seen[]): number | undefined {
  const fitting = (lengths[seen.length] ?? []).map((length) => ({
    length,
    cost: seen.reduce((sum, one) => sum + fitLength(one, length).cost, 0),
  }))
  if (fitting.length === 0) return undefined
  return fitting.reduce((best, next) => (next.cost < best.cost ? next : best)).length
}

function readingOf({ chosen, shapes }: Found): MrzReading {
  const top = shapes[0]
  const bottom = shapes.at(-1)
  if (top === undefined || bottom === undefined) return { verdict: 'no_zone' }
  const above = edge(top, -zoneHeights)
  const below = edge(bottom, zoneHeights)
  return {
    verdict: judgeLines(chosen),
    lines: chosen.lines,
    document: chosen.document,
    zone: {
      topLeft: above.from,
      topRight: above.to,
      bottomRight: below.to,
      bottomLeft: below.from,
    },
    confidence: chosen.confidence,
  }
}

/** From the middle of an outer line to the zone's edge, in heights of its print. */
const zoneHeights = 0.8

/** The line between the ends, moved down by so many heights of its print. */
function edge({ from, to, textHeight }: StripShape, heights: number) {
  const moved = (heights * textHeight) / Math.hypot(to.x - from.x, to.y - from.y)
  const [x, y] = [-(to.y - from.y) * moved, (to.x - from.x) * moved]
  return { from: { x: from.x + x, y: from.y + y }, to: { x: to.x + x, y: to.y + y } }
}
