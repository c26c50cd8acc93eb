// Computes the figures of the overview: those of the chosen period beside the same hours before it, and day by day;
// approval rates, times and bands of the days shown. Days are in UTC. Pure.

import { dayMs } from '../../kernel/durations.ts'
import type { DocumentType } from '../../markets/market.ts'
import { type Band, bands } from '../../scoring/bands.ts'
import type { CounterKind } from '../../verifications/figures/counter-kind.ts'
import type { DayCount, DayTime } from '../../verifications/figures/day-counts.ts'
import type { FigurePeriod } from '../../verifications/figures/figure-period.ts'
import { type StepCounts, timeWithin } from '../../verifications/figures/time-steps.ts'
import type { Pending } from './pending.ts'

/** Full days that are shown before today, where today alone is chosen. */
const daysBefore = 7

/** The days of the charts. */
export function daysShown({ name, from, to }: FigurePeriod): Pick<FigurePeriod, 'from' | 'to'> {
  return name === 'today' ? { from: from - daysBefore * dayMs, to } : { from, to }
}

/** Totals by event, in the whole hours of the period that are over and in the same hours before. */
export interface ComparedCounts {
  readonly hours: ReadonlyMap<CounterKind, number>
  readonly before: ReadonlyMap<CounterKind, number>
}

export interface Figure {
  /** Of the period, until now. */
  readonly total: number
  /** In the hours that are compared; undefined where nothing is. */
  readonly compared: number | undefined
  /** In the same hours before. */
  readonly before: number | undefined
  /** One number for each day shown. */
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

export const countedFigures = ['submitted', 'approved', 'declined', 'error'] as const
export type CountedFigure = (typeof countedFigures)[number]

export interface Overview {
  readonly days: readonly number[]
  readonly figures: Readonly<Record<CountedFigure, Figure>>
  /** Pending now, whenever they were submitted; and by the day of the submission. */
  readonly pending: { readonly now: number; readonly byDay: readonly number[] }
  readonly rates: readonly Rate[]
  readonly times: { readonly all: Times; readonly byDay: readonly Times[] }
  readonly bands: Readonly<Record<Band, number>>
  readonly oldestPendingAt: number | undefined
}

interface OverviewCounts {
  readonly period: Pick<FigurePeriod, 'from'>
  readonly days: readonly number[]
  readonly counts: readonly DayCount[]
  readonly compared: ComparedCounts | undefined
  readonly times: readonly DayTime[]
  readonly pending: Pending
}

export function overviewOf(counted: OverviewCounts): Overview {
  const { days, counts, times, pending } = counted
  const figure = (kind: CountedFigure) => figureOf(counted, kind)
  return {
    days,
    figures: {
      submitted: figure('submitted'),
      approved: figure('approved'),
      declined: figure('declined'),
      error: figure('error'),
    },
    pending: { now: pending.count, byDay: days.map((day) => pending.byDay.get(day) ?? 0) },
    rates: ratesOf(counts),
    times: {
      all: timesOf(times),
      byDay: days.map((day) => timesOf(times.filter((one) => one.day === day))),
    },
    bands: bandsOf(counts),
    oldestPendingAt: pending.oldestAt,
  }
}

export function figureOf(
  {
    period,
    days,
    counts,
    compared,
  }: Pick<OverviewCounts, 'period' | 'days' | 'counts' | 'compared'>,
  kind: CountedFigure,
): Figure {
  const byDay = days.map((day) => countOf(counts, kind, day))
  return {
    total: days.reduce((sum, day, at) => sum + (day >= period.from ? (byDay[at] ?? 0) : 0), 0),
    compared: compared && (compared.hours.get(kind) ?? 0),
    before: compared && (compared.before.get(kind) ?? 0),
    byDay,
  }
}

function countOf(counts: readonly DayCount[], kind: CounterKind, day?: number): number {
  return counts
    .filter((one) => one.kind === kind && (day === undefined || one.day === day))
    .reduce((sum, { verifications }) => sum + verifications, 0)
}

/** Combinations with at least one outcome, by country, then document type. */
export function ratesOf(counts: readonly DayCount[]): readonly Rate[] {
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

export function timesOf(times: readonly Pick<DayTime, 'upToMs' | 'verifications'>[]): Times {
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
