// Reads the lines of a zone: renders each in several ways until the digits hold and the rest is sure, and keeps the
// best.

import { fitLength, type PlacedLine } from './fit-length.ts'
import type { GreyPicture } from './grey-picture.ts'
import { judgeLines } from './judge-lines.ts'
import { renderings, type Strip, type StripShape } from './line-strip.ts'
import type { MrzVerdict } from './mrz-reading.ts'
import { type Seen, see } from './probe-line.ts'
import type { Recogniser } from './recogniser.ts'
import { type ChosenLines, chooseLines } from './repair-lines.ts'
import { rereadPlaces } from './reread-places.ts'

export interface ReadOptions {
  readonly recognise: Recogniser
  /** Today's. */
  readonly year: number
  /** Whether the time is over; what was read until then is answered. */
  readonly isLate: () => boolean
}

const lengths: Readonly<Record<number, readonly number[]>> = { 2: [44, 36], 3: [30] }

export interface Found {
  readonly chosen: ChosenLines
  readonly shapes: readonly StripShape[]
  readonly verdict: Exclude<MrzVerdict, 'no_zone'>
}

type WithKnown = ReadOptions & { readonly known: ReadonlyMap<number, Seen> }

export async function readLines(
  fine: GreyPicture,
  shapes: readonly StripShape[],
  options: WithKnown,
): Promise<Found | undefined> {
  let best: Found | undefined
  const byLine: PlacedLine[][] = shapes.map(() => [])
  const strips: (Strip | undefined)[] = shapes.map(() => undefined)
  let length: number | undefined
  let isHardToSee = shapes.some((shape) => pitchOf(shape) < pitchMin)
  const readings: string[] = []
  const rivals = new Map<string, number>()
  for (const [round, rendering] of renderings.entries()) {
    if (round > 0 && options.isLate()) break
    const seen: (Seen | undefined)[] = []
    for (const [index, shape] of shapes.entries()) {
      const known = round === 0 ? options.known.get(index) : undefined
      const isWanted = isHardToSee || best === undefined || isDoubtedIn(best.chosen, index)
      seen.push(
        known ?? (isWanted ? await see(fine, shape, rendering, options.recognise) : undefined),
      )
    }
    length ??= likelyLength(seen.filter((one) => one !== undefined))
    if (length === undefined) return undefined
    for (const [index, one] of seen.entries()) {
      if (one === undefined) continue
      const { line } = fitLength(one, length)
      byLine[index]?.push(line)
      strips[index] = one.strip
    }
    isHardToSee ||= seen.some((one) => one !== undefined && one.strip.contrast < contrastMin)
    await rereadUnsure(byLine, strips, options)
    const newest = byLine.flatMap((lines) => lines.slice(-1))
    readings.push(withoutNames(chooseLines(newest, options.year).lines))
    for (const placed of combinations(byLine)) {
      const chosen = chooseLines(placed, options.year)
      const found = { chosen, shapes, verdict: judgeLines(chosen) }
      const reading = withoutNames(chosen.lines)
      rivals.set(reading, Math.min(chosen.rivalCost, rivals.get(reading) ?? chosen.rivalCost))
      if (best === undefined || isBetter(found, best)) best = found
      const bestReading = withoutNames(best.chosen.lines)
      const sees = readings.filter((one) => one === bestReading)
      const isDoubted =
        isHardToSee &&
        (sees.length < agreeingMin ||
          best.chosen.repairCost > hardRepairCostMax ||
          (rivals.get(bestReading) ?? 0) < hardRivalCostMin)
      if (judgeLines(best.chosen) !== 'valid') continue
      best = { ...best, verdict: isDoubted ? 'doubtful' : 'valid' }
      if (!isDoubted) return best
    }
    if (best !== undefined && isNoZone(best.chosen)) return undefined
  }
  return best
}

/**
 * Pixels of the picture from one character to the next, and levels between print and ground: below these,
 * letters that look alike are mistaken for each other so surely that check digits hold by chance.
 */
const pitchMin = 9
const contrastMin = 50
/** Renderings that must say the same of a zone that is hard to see. */
const agreeingMin = 2
/**
 * In nats: there, repairs make the digits of a wrong reading hold, and a rival that holds as well need be likely in one
 * rendering only.
 */
const hardRepairCostMax = 0.7
const hardRivalCostMin = 2.6

function pitchOf({ from, to, characters }: StripShape): number {
  return Math.hypot(to.x - from.x, to.y - from.y) / characters
}

/** The lines that have check digits. */
function withoutNames(lines: readonly string[]): string {
  return (lines.length === 3 ? lines.slice(0, 2) : lines.slice(1)).join('')
}

/** Of the mean character, from which on print fits no format: other renderings do not make it a zone. */
const noZoneCostMin = 1.2

function isNoZone({ holds, meanCost }: ChosenLines): boolean {
  return !holds && meanCost > noZoneCostMin
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

export function isBetter({ chosen: one }: Found, { chosen: other }: Found): boolean {
  if (one.holds !== other.holds) return one.holds
  const [unsure, others] = [one.unsure.flat().length, other.unsure.flat().length]
  if (one.holds && unsure !== others) return unsure < others
  return one.meanCost + one.repairCost / 10 < other.meanCost + other.repairCost / 10
}
