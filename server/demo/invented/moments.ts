// The times of the invented verifications: over the last fortnight, mostly by day and on working
// days, like customers of a bank. Pure.

import type { Chance } from './chance.ts'

export const fortnightMs = 14 * 24 * 3_600_000

const hourMs = 3_600_000
/** Age in milliseconds of the newest completed verification. */
const lastEndedMs = 12 * 60_000

/** Returns `count` instants in order, all between a fortnight and some minutes before `nowMs`. */
export function momentsBefore(nowMs: number, count: number, chance: Chance): readonly number[] {
  const from = nowMs - fortnightMs
  const slots = Array.from({ length: fortnightMs / hourMs }, (_, hour) => {
    const at = from + hour * hourMs
    return { at, weight: weightOf(at) }
  })
  const total = slots.reduce((sum, { weight }) => sum + weight, 0)
  return Array.from({ length: count }, (_, index) => {
    const share = (index + chance.share()) / count
    return Math.min(Math.round(atShare(slots, share * total)), nowMs - lastEndedMs)
  })
}

/**
 * Returns the times of the undecided verifications in order: from two hours to a few minutes ago.
 */
export function recentMoments(nowMs: number, count: number): readonly number[] {
  const minutes = [3, 26, 71, 118]
  return Array.from({ length: count }, (_, index) => {
    const back = minutes[(count - 1 - index) % minutes.length] ?? 3
    return nowMs - back * 60_000
  }).sort((left, right) => left - right)
}

function atShare(
  slots: readonly { readonly at: number; readonly weight: number }[],
  share: number,
): number {
  let rest = share
  for (const { at, weight } of slots) {
    if (rest < weight) return at + (rest / weight) * hourMs
    rest -= weight
  }
  return slots.at(-1)?.at ?? 0
}

/** Weights by hour and day in UTC, which is Dakar's time and an hour behind Casablanca's. */
function weightOf(at: number): number {
  const date = new Date(at)
  const hour = date.getUTCHours()
  const byHour = hour >= 8 && hour <= 18 ? 1 : hour >= 6 && hour <= 21 ? 0.35 : 0.04
  const isWeekend = [0, 6].includes(date.getUTCDay())
  return byHour * (isWeekend ? 0.4 : 1)
}
