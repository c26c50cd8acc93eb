// Chooses the characters of placed lines: of the class that each place may have, and so that check digits hold. Pure.

import {
  allowedAt,
  best,
  costsOf,
  isProtected,
  lookalikeFloor,
  probability,
} from './character-costs.ts'
import { zoneCharacters } from './ctc-decode.ts'
import type { PlacedLine } from './fit-length.ts'
import { layoutOf, type MrzLayout } from './mrz-layouts.ts'
import { type MrzDocument, parseMrz } from './parse-mrz.ts'
import { allHold, cheapestRival, repair, rivalCostMax } from './swap-characters.ts'

export interface ChosenLines {
  readonly lines: readonly string[]
  readonly document: MrzDocument | undefined
  readonly holds: boolean
  /** In nats: of the swaps that made the digits hold, and the mean of all characters. */
  readonly repairCost: number
  readonly meanCost: number
  readonly confidence: number
  /** In nats: how much likelier these lines are than the likeliest others whose digits hold; Infinity without such. */
  readonly rivalCost: number
  /**
   * Of each line, in ascending order, the places whose character was guessed or hardly seen where no check digit
   * protects it, and those that other lines of right digits would have otherwise.
   */
  readonly unsure: readonly (readonly number[])[]
}

/** `year` is today's. */
export function chooseLines(placed: readonly PlacedLine[], year: number): ChosenLines {
  const first = placed.map((line) =>
    line.scores.map((scores) => best(scores, zoneCharacters)).join(''),
  )
  const layout = layoutOf(first)
  const chosen = placed.map((line, index) =>
    line.scores.map((_, place) => classed(line, layout, index, place)).join(''),
  )
  const costs = placed.map((line, index) =>
    line.scores.map((scores, place) => costsOf(scores)(chosen[index]?.[place] ?? '<')),
  )
  const all = costs.flat()
  const meanCost = all.reduce((sum, one) => sum + one, 0) / all.length
  const confidence = all.reduce((sum, one) => sum + Math.exp(-one), 0) / all.length
  const repaired = repair(placed, chosen, { layout, year })
  const lines = (repaired?.lines ?? chosen).map((line, index) => withoutTail(line, index, layout))
  const document = parseMrz(lines, { year })
  const rival = allHold(document) ? cheapestRival(placed, lines, { layout, year }) : undefined
  const rivalCost = rival?.cost ?? Number.POSITIVE_INFINITY
  const rivals = rivalCost < rivalCostMax ? (rival?.swaps ?? []) : []
  return {
    lines,
    document,
    holds: allHold(document),
    repairCost: repaired?.cost ?? 0,
    meanCost,
    confidence,
    rivalCost,
    unsure: placed.map((line, index) => {
      const ofRivals = rivals.flatMap((one) => (one.line === index ? [one.place] : []))
      const places = new Set([...unsurePlaces(line, lines, index), ...ofRivals])
      return [...places].toSorted((one, other) => one - other)
    }),
  }
}

/** How likely an unprotected character must be. */
const unprotectedMin = 0.2

/** Of the fillers at the end of a line only the first counts, which may be a letter that was not seen. */
function unsurePlaces(
  placed: PlacedLine,
  lines: readonly string[],
  index: number,
): readonly number[] {
  const { scores, isGuessed } = placed
  const layout = layoutOf(lines)
  const text = lines[index] ?? ''
  const end = [...text].findLastIndex((character) => character !== '<') + 1
  return [...scores.keys()].filter((place) => {
    if (text[place] === '<' && beginsField(layout, index, place)) return true
    if (isProtected(layout, index, place)) {
      const seen = { layout, text, index, place }
      return mayBeFiller(seen) || mayBeZero(placed, seen)
    }
    if (place > end) return false
    if (isGuessed[place]) return true
    const allowed = allowedAt(layout, index, place)
    return likelihoodOf(scores[place] ?? [], text[place] ?? '<', allowed) < unprotectedMin
  })
}

interface ProtectedPlace {
  readonly layout: MrzLayout | undefined
  /** Of the line with this index. */
  readonly text: string
  readonly index: number
  readonly place: number
}

/**
 * Fillers have the value of K to every check digit, and rows of C the value of as many fillers here and there. The
 * model takes blurred ones for these, and is sure of it.
 */
function mayBeFiller(seen: ProtectedPlace): boolean {
  const { text, place } = seen
  const [before = '<', after = '<'] = [text[place - 1], text[place + 1]]
  if (text[place] === 'K') return after === 'K' || (before === '<' && after === '<')
  return text[place] === 'C' && [before, after].every(isFillerOrC) && isWithinNumber(seen)
}

function isFillerOrC(character: string): boolean {
  return character === '<' || character === 'C'
}

/** In nats: no check digit says which of the two it is. */
const zeroCostMin = 4.5

/** Whether the first filler behind a number may be its last zero, which was overlooked or hardly seen. */
function mayBeZero({ scores, isGuessed }: PlacedLine, seen: ProtectedPlace): boolean {
  const { text, place } = seen
  if (text[place] !== '<' || text[place - 1] === '<' || !isWithinNumber(seen)) return false
  const costOf = costsOf(scores[place] ?? [])
  return isGuessed[place] === true || costOf('0') - costOf('<') < zeroCostMin
}

/** Behind the first character of a field that has a number. */
function isWithinNumber({ layout, index, place }: ProtectedPlace): boolean {
  if (layout === undefined) return false
  return [layout.number, ...layout.optional].some(
    ({ line, from, to }) => line === index && place > from && place < to,
  )
}

/** Where only letters may stand, what looks like 1 is an I. */
function likelihoodOf(scores: readonly number[], character: string, allowed: string): number {
  const likely = best(scores, zoneCharacters)
  const isItsLookalike = !allowed.includes(likely) && lookalikeFloor(character, likely) > 0
  return probability(scores, isItsLookalike ? likely : character)
}

/** No name, number, state or code begins with a filler: a letter was overlooked. */
function beginsField(layout: MrzLayout | undefined, line: number, place: number): boolean {
  if (layout === undefined) return false
  const { code, state, number, nationality, names } = layout
  return [code, state, number, nationality, names[0]].some(
    (field) => field?.line === line && field.from === place,
  )
}

function classed(
  placed: PlacedLine,
  layout: MrzLayout | undefined,
  line: number,
  place: number,
): string {
  const scores = placed.scores[place] ?? []
  const allowed = allowedAt(layout, line, place)
  const likely = best(scores, zoneCharacters)
  if (allowed.includes(likely) || printsDigits(placed, layout, line, place)) return likely
  const costOf = costsOf(scores)
  const weighted = [...allowed].map((one) => ({ one, cost: costOf(one) }))
  return weighted.reduce((cheapest, next) => (next.cost < cheapest.cost ? next : cheapest)).one
}

const sureDigitMin = 0.9

/** Whether a field of letters was printed with digits: one at least that looks like no letter. */
function printsDigits(
  { scores }: PlacedLine,
  layout: MrzLayout | undefined,
  line: number,
  place: number,
): boolean {
  const field = [layout?.state, layout?.nationality].find(
    (one) => one?.line === line && place >= one.from && place < one.to,
  )
  return scores
    .slice(field?.from ?? 0, field?.to ?? 0)
    .some((one) => [...'3479'].some((digit) => probability(one, digit) > sureDigitMin))
}

/**
 * After the second pair of fillers no name follows (ICAO Doc 9303-3): letters that are seen there are blurred fillers.
 * The French card has a field for each name, and other things behind.
 */
function withoutTail(line: string, index: number, layout: MrzLayout | undefined): string {
  const [field, more] = layout?.names ?? []
  if (field === undefined || field.line !== index || more !== undefined) return line
  const names = line.slice(field.from, field.to)
  const primaryEnd = names.indexOf('<<')
  const end = primaryEnd < 0 ? -1 : names.indexOf('<<', primaryEnd + 3)
  if (end < 0) return line
  return line.slice(0, field.from + end) + '<'.repeat(names.length - end) + line.slice(field.to)
}
