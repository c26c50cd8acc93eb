// Chooses the characters of placed lines: of the class that each place may have, and so that check digits hold. Pure.

import { zoneCharacters } from './ctc-decode.ts'
import type { PlacedLine } from './fit-length.ts'
import { layoutOf, type MrzLayout } from './mrz-layouts.ts'
import { type MrzDocument, parseMrz } from './parse-mrz.ts'

export interface ChosenLines {
  readonly lines: readonly string[]
  readonly document: MrzDocument | undefined
  readonly holds: boolean
  /** In nats: of the swaps that made the digits hold, and the mean of all characters. */
  readonly repairCost: number
  readonly meanCost: number
  readonly confidence: number
  /**
   * Of each line, in ascending order, the places whose character was guessed or hardly seen where no check digit
   * protects it, and those that other lines of right digits would have otherwise.
   */
  readonly unsure: readonly (readonly number[])[]
}

const swapsMax = 2
const repairCostMax = 6.5
/** Of the alternatives of all lines, only the cheapest are tried. */
const alternativesMax = 24

/** Pairs that print and blur make alike; the probability below which the other is never thought. */
const pairFloors: Readonly<Record<string, number>> = {
  '0O': 0.25,
  '1I': 0.08,
  '0D': 0.02,
  '0Q': 0.02,
  '2Z': 0.02,
  '5S': 0.02,
  '8B': 0.02,
  '6G': 0.02,
  OQ: 0.02,
  OD: 0.02,
}

function floorOf(one: string, other: string): number {
  return pairFloors[one + other] ?? pairFloors[other + one] ?? 0
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
    line.scores.map((scores, place) => costOf(scores, chosen[index]?.[place] ?? '<')),
  )
  const all = costs.flat()
  const meanCost = all.reduce((sum, one) => sum + one, 0) / all.length
  const confidence = all.reduce((sum, one) => sum + Math.exp(-one), 0) / all.length
  const repaired = repair(placed, chosen, { layout, year })
  const lines = repaired?.lines ?? chosen
  const document = parseMrz(lines, { year })
  const rivals = allHold(document) ? rivalSwaps(placed, lines, { layout, year }) : []
  return {
    lines,
    document,
    holds: allHold(document),
    repairCost: repaired?.cost ?? 0,
    meanCost,
    confidence,
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
  { scores, isGuessed }: PlacedLine,
  lines: readonly string[],
  index: number,
): readonly number[] {
  const layout = layoutOf(lines)
  const text = lines[index] ?? ''
  const end = [...text].findLastIndex((character) => character !== '<') + 1
  return [...scores.keys()].filter((place) => {
    if (text[place] === '<' && beginsField(layout, index, place)) return true
    if (isProtected(layout, index, place)) return mayBeFiller(text, place)
    if (place > end) return false
    if (isGuessed[place]) return true
    const allowed = allowedAt(layout, index, place)
    return likelihoodOf(scores[place] ?? [], text[place] ?? '<', allowed) < unprotectedMin
  })
}

/** Fillers have the value of K to every check digit. The model takes blurred ones for a K, and is sure of it. */
function mayBeFiller(text: string, place: number): boolean {
  if (text[place] !== 'K') return false
  const [before = '<', after = '<'] = [text[place - 1], text[place + 1]]
  return after === 'K' || (before === '<' && after === '<')
}

/** Where only letters may stand, what looks like 1 is an I. */
function likelihoodOf(scores: readonly number[], character: string, allowed: string): number {
  const likely = best(scores, zoneCharacters)
  const isItsLookalike = !allowed.includes(likely) && floorOf(character, likely) > 0
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

function best(scores: readonly number[], among: string): string {
  let chosen = among[0] ?? '<'
  for (const one of among) if (probability(scores, one) > probability(scores, chosen)) chosen = one
  return chosen
}

function probability(scores: readonly number[], character: string): number {
  return scores[zoneCharacters.indexOf(character)] ?? 0
}

function costOf(scores: readonly number[], character: string): number {
  const likely = best(scores, zoneCharacters)
  const own = Math.max(
    probability(scores, character),
    probability(scores, likely) * floorOf(character, likely),
  )
  return -Math.log(Math.min(1, Math.max(1e-4, own)))
}

const digits = '0123456789<'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ<'

/** The characters that may stand at a place of the layout. */
function allowedAt(layout: MrzLayout | undefined, line: number, place: number): string {
  if (layout === undefined) return zoneCharacters
  const isIn = (one: MrzLayout['number'] | undefined) =>
    one?.line === line && place >= one.from && place < one.to
  if (isIn(layout.sex)) return 'FMX<'
  if (isIn(layout.birth) || isIn(layout.expiry)) return digits
  if (Object.values(layout.checks).some((check) => isIn(check?.digit))) return digits
  const ofLetters = [layout.code, layout.state, layout.nationality, ...layout.names]
  return ofLetters.some(isIn) ? letters : zoneCharacters
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
  const weighted = [...allowed].map((one) => ({ one, cost: costOf(scores, one) }))
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

function allHold(document: MrzDocument | undefined): boolean {
  return document !== undefined && Object.values(document.checks).every(Boolean)
}

interface Swap {
  readonly line: number
  readonly place: number
  readonly to: string
  readonly cost: number
}

/** Returns the cheapest lines whose digits hold, after no, one or two swaps. */
function repair(
  placed: readonly PlacedLine[],
  chosen: readonly string[],
  { layout, year }: { readonly layout: MrzLayout | undefined; readonly year: number },
): { readonly lines: readonly string[]; readonly cost: number } | undefined {
  const isRight = (lines: readonly string[]) => allHold(parseMrz(lines, { year }))
  if (isRight(chosen)) return { lines: chosen, cost: 0 }
  const swaps = swapsOf(placed, chosen, layout)
  let found: { readonly lines: readonly string[]; readonly cost: number } | undefined
  for (const [index, one] of swaps.entries()) {
    const once = swapped(chosen, one)
    if (one.cost < (found?.cost ?? repairCostMax) && isRight(once))
      found = { lines: once, cost: one.cost }
    if (swapsMax < 2) continue
    for (const other of swaps.slice(index + 1)) {
      const cost = one.cost + other.cost
      if (cost >= (found?.cost ?? repairCostMax)) break
      const twice = swapped(once, other)
      if (isRight(twice)) found = { lines: twice, cost }
    }
  }
  return found
}

/** Nats by which lines must be likelier than others whose digits hold too: G has the value of 6 to a check digit. */
const rivalCostMax = 2

/** Returns the cheapest one or two swaps that leave all digits right; none where they cost too much to be thought of. */
function rivalSwaps(
  placed: readonly PlacedLine[],
  lines: readonly string[],
  { layout, year }: { readonly layout: MrzLayout | undefined; readonly year: number },
): readonly Swap[] {
  const swaps = swapsOf(placed, lines, layout).filter(({ cost }) => cost < rivalCostMax)
  const isRight = (all: readonly string[]) => allHold(parseMrz(all, { year }))
  for (const [index, one] of swaps.entries()) {
    const once = swapped(lines, one)
    if (isRight(once)) return [one]
    for (const other of swaps.slice(index + 1)) {
      if (one.cost + other.cost >= rivalCostMax) break
      if (isRight(swapped(once, other))) return [one, other]
    }
  }
  return []
}

function swapped(lines: readonly string[], { line, place, to }: Swap): readonly string[] {
  return lines.map((text, index) =>
    index === line ? text.slice(0, place) + to + text.slice(place + 1) : text,
  )
}

function swapsOf(
  placed: readonly PlacedLine[],
  chosen: readonly string[],
  layout: MrzLayout | undefined,
): readonly Swap[] {
  const swaps = placed.flatMap((line, index) =>
    line.scores.flatMap((scores, place) => {
      const own = chosen[index]?.[place] ?? '<'
      if (!isProtected(layout, index, place)) return []
      return [...allowedAt(layout, index, place)]
        .filter((to) => to !== own)
        .map((to) => ({ line: index, place, to, cost: costOf(scores, to) - costOf(scores, own) }))
    }),
  )
  return swaps
    .filter(({ cost }) => cost < repairCostMax)
    .toSorted((one, other) => one.cost - other.cost)
    .slice(0, alternativesMax)
}

function isProtected(layout: MrzLayout | undefined, line: number, place: number): boolean {
  if (layout === undefined) return false
  return Object.values(layout.checks).some((check) =>
    [check?.digit, ...(check?.over ?? [])].some(
      (one) => one?.line === line && place >= one.from && place < one.to,
    ),
  )
}
