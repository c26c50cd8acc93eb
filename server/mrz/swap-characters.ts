// Other characters that would make the check digits hold: to repair lines whose digits do not, and as rivals of those
// whose digits do. Pure.

import { allowedAt, costsOf, isProtected } from './character-costs.ts'
import type { PlacedLine } from './fit-length.ts'
import type { MrzLayout } from './mrz-layouts.ts'
import { type MrzDocument, parseMrz } from './parse-mrz.ts'

const swapsMax = 2
const repairCostMax = 6.5
/** Of the alternatives of all lines, only the cheapest are tried. */
const alternativesMax = 24

export function allHold(document: MrzDocument | undefined): boolean {
  return document !== undefined && Object.values(document.checks).every(Boolean)
}

interface Swap {
  readonly line: number
  readonly place: number
  readonly to: string
  readonly cost: number
}

/** Returns the cheapest lines whose digits hold, after no, one or two swaps. */
export function repair(
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
export const rivalCostMax = 2
/** Rivals that cost more are not looked for. */
const rivalCostThought = 4.5

interface Rival {
  readonly swaps: readonly Swap[]
  readonly cost: number
}

/**
 * Returns the cheapest one or two swaps that leave all digits right; undefined where there are none to be thought of.
 */
export function cheapestRival(
  placed: readonly PlacedLine[],
  lines: readonly string[],
  { layout, year }: { readonly layout: MrzLayout | undefined; readonly year: number },
): Rival | undefined {
  const swaps = swapsOf(placed, lines, layout)
    .map((swap) => ({
      ...swap,
      cost: swap.cost + (isBesideFiller(swap, lines) ? besideFiller : 0),
    }))
    .toSorted((one, other) => one.cost - other.cost)
  const isRight = (all: readonly string[]) => allHold(parseMrz(all, { year }))
  let found: Rival | undefined
  const most = () => found?.cost ?? rivalCostThought
  for (const [index, one] of swaps.entries()) {
    const once = swapped(lines, one)
    if (one.cost < most() && isRight(once)) found = { swaps: [one], cost: one.cost }
    for (const other of swaps.slice(index + 1)) {
      const cost = one.cost + other.cost
      if (cost >= most()) break
      if (isRight(swapped(once, other))) found = { swaps: [one, other], cost }
    }
  }
  return found
}

/** In nats: what the model takes for a K beside a filler, which has its value, is a blurred filler itself. */
const besideFiller = 1

function isBesideFiller({ line, place, to }: Swap, lines: readonly string[]): boolean {
  const text = lines[line] ?? ''
  return to === 'K' && [text[place - 1], text[place + 1]].includes('<')
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
      const costOf = costsOf(scores)
      return [...allowedAt(layout, index, place)]
        .filter((to) => to !== own)
        .map((to) => ({ line: index, place, to, cost: costOf(to) - costOf(own) }))
    }),
  )
  return swaps
    .filter(({ cost }) => cost < repairCostMax)
    .toSorted((one, other) => one.cost - other.cost)
    .slice(0, alternativesMax)
}
