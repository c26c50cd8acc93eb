// Computes the figures of the overview from daily counts: today and the days before, approval rates, times and bands.
// Days are in UTC. Pure.

import type { DocumentType } from '../../markets/market.ts'
import { type Band, bands } from '../../scoring/bands.ts'
import type { CounterKind } from '../../verifications/counter-kind.ts'
import { type StepCounts, timeWithin } from '../../verifications/time-steps.ts'
import type { DayCount, DayTime, Pending } from './overview-view.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Number of full days that today is compared with. */
const daysBefore = 7

/** Returns the first instants of the days shown: seven full days, then today. */
export function daysShown(nowMs: number): readonly number[] {
  const today = nowMs - (nowMs % dayMs)
  return Array.from({ length: daysBefore + 1 }, (_, at) => today - (daysBefore - at) * dayMs)
}

export interface Figure {
  readonly today: number
  /** Total of the seven full days before today. */
  readonly before: number
  /** One number for each day, today last. */
  readonly byDay: readonly number[]
}

export interface Rate {
  readonly country: string
  readonly idType: DocumentType
  readonly approved: number
  readonly declined: number
  readonly error: number
}

/** In milliseconds; undefined when there is no result. */
export interface Times {
  readonly medianMs: number | undefined
  readonly p95Ms: number | undefined
}

const figureNames = ['submitted', 'approved', 'declined', 'error', 'pending'] as const
type FigureName = (typeof figureNames)[number]

export interface Overview {
  readonly days: readonly number[]
  readonly figures: Readonly<Record<FigureName, Figure>>
  readonly rates: readonly Rate[]
  readonly times: { readonly all: Times; readonly byDay: readonly Times[] }
  readonly bands: Readonly<Record<Band, number>>
  readonly oldestPendingAt: number | undefined
}

interface OverviewCounts {
  readonly days: readonly number[]
  readonly counts: readonly DayCount[]
  readonly times: readonly DayTime[]
  /** One for each of `days`. */
  readonly pendingByDay: readonly Pending[]
  readonly pending: Pending
}

export function overviewOf({
  days,
  counts,
  times,
  pendingByDay,
  pending,
}: OverviewCounts): Overview {
  const figure = (kind: CounterKind) => figureOf(days.map((day) => countOf(counts, kind, day)))
  const waiting = figureOf(pendingByDay.map(({ count }) => count))
  return {
    days,
    figures: {
      submitted: figure('submitted'),
      approved: figure('approved'),
      declined: figure('declined'),
      error: figure('error'),
      // All that are pending now, on whatever day they were submitted.
      pending: { ...waiting, today: pending.count },
    },
    rates: ratesOf(counts),
    times: {
      all: timesOf(times),
      byDay: days.map((day) => timesOf(times.filter((one) => one.day === day))),
    },
    bands: bandsOf(counts),
    oldestPendingAt: pending.oldestAt,
  }
}

function figureOf(byDay: readonly number[]): Figure {
  const before = byDay.slice(0, -1).reduce((sum, count) => sum + count, 0)
  return { today: byDay.at(-1) ?? 0, before, byDay }
}

function countOf(counts: readonly DayCount[], kind: CounterKind, day?: number): number {
  return counts
    .filter((one) => one.kind === kind && (day === undefined || one.day === day))
    .reduce((sum, { verifications }) => sum + verifications, 0)
}

/** Combinations with at least one outcome, by country, then document type. */
function ratesOf(counts: readonly DayCount[]): readonly Rate[] {
  const combinations = new Map(counts.map((one) => [`${one.country} ${one.idType}`, one]))
  return [...combinations.keys()]
    .toSorted()
    .flatMap((name) => {
      const { country, idType } = combinations.get(name) ?? {}
      if (country === undefined || idType === undefined) return []
      const ofCombination = counts.filter((one) => one.country === country && one.idType === idType)
      const of = (kind: CounterKind) => countOf(ofCombination, kind)
      return [
        { country, idType, approved: of('approved'), declined: of('declined'), error: of('error') },
      ]
    })
    .filter(({ approved, declined, error }) => approved + declined + error > 0)
}

function timesOf(times: readonly DayTime[]): Times {
  const totals = new Map<number, number>()
  for (const { upToMs, verifications } of times) {
    totals.set(upToMs, (totals.get(upToMs) ?? 0) + verifications)
  }
  const steps: StepCounts = totals
  return { medianMs: timeWithin(steps, 0.5), p95Ms: timeWithin(steps, 0.95) }
}

function bandsOf(counts: readonly DayCount[]): Readonly<Record<Band, number>> {
  const [low, medium, high, premium] = bands
  return {
    [low]: countOf(counts, 'band_low'),
    [medium]: countOf(counts, 'band_medium'),
    [high]: countOf(counts, 'band_high'),
    [premium]: countOf(counts, 'band_premium'),
  }
}
