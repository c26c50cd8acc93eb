// What each character costs at a place of a line: how unlikely the model found it, which pairs it takes for each other,
// and which characters the layout allows there. Pure.

import { zoneCharacters } from './ctc-decode.ts'
import type { MrzLayout } from './mrz-layouts.ts'

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

export function lookalikeFloor(one: string, other: string): number {
  return pairFloors[one + other] ?? pairFloors[other + one] ?? 0
}

export function best(scores: readonly number[], among: string): string {
  let chosen = among[0] ?? '<'
  for (const one of among) if (probability(scores, one) > probability(scores, chosen)) chosen = one
  return chosen
}

export function probability(scores: readonly number[], character: string): number {
  return scores[zoneCharacters.indexOf(character)] ?? 0
}

/** Returns the cost of each character at the place of these scores. */
export function costsOf(scores: readonly number[]): (character: string) => number {
  const likely = best(scores, zoneCharacters)
  const most = probability(scores, likely)
  return (character) => {
    const own = Math.max(probability(scores, character), most * lookalikeFloor(character, likely))
    return -Math.log(Math.min(1, Math.max(1e-4, own)))
  }
}

const digits = '0123456789<'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ<'

/** The characters that may stand at a place of the layout. */
export function allowedAt(layout: MrzLayout | undefined, line: number, place: number): string {
  if (layout === undefined) return zoneCharacters
  const isIn = (one: MrzLayout['number'] | undefined) =>
    one?.line === line && place >= one.from && place < one.to
  if (isIn(layout.sex)) return 'FMX<'
  if (isIn(layout.birth) || isIn(layout.expiry)) return digits
  if (Object.values(layout.checks).some((check) => isIn(check?.digit))) return digits
  const ofLetters = [layout.code, layout.state, layout.nationality, ...layout.names]
  return ofLetters.some(isIn) ? letters : zoneCharacters
}

export function isProtected(layout: MrzLayout | undefined, line: number, place: number): boolean {
  if (layout === undefined) return false
  return Object.values(layout.checks).some((check) =>
    [check?.digit, ...(check?.over ?? [])].some(
      (one) => one?.line === line && place >= one.from && place < one.to,
    ),
  )
}
