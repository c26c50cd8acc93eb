// The figures of the overview, made from sums: today against the days before, rates, times and bands.
// Days are days of UTC. Pure.

import type { DocumentType } from '../markets/market.ts'
import { type Band, bands } from '../scoring/bands.ts'
import type { SumFact } from '../verifications/sum-fact.ts'
import { type StepCounts, timeWithin } from '../verifications/time-steps.ts'
import type { DaySum, DayTime, Pending } from './overview-view.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Full days that today is held against. */
export const daysBefore = 7

/** First instants of the days that an overview shows: seven full ones, then today. */
export function daysShown(nowMs: number): readonly number[] {
  const today = nowMs - (nowMs % dayMs)
  return Array.from({ length: daysBefore + 1 }, (_, at) => today - (daysBefore - at) * dayMs)
}

export interface Figure {
  readonly today: number
  /** Of the seven full days before today together. */
  readonly before: number
  /** One number a day, today last. */
  readonly byDay: readonly number[]
}

export interface Rate {
  readonly country: string
  readonly idType: DocumentType
  readonly approved: number
  readonly declined: number
  readonly error: number
}

/** Milliseconds; undefined where nothing came to a result. */
export interface Times {
  readonly medianMs: number | undefined
  readonly p95Ms: number | undefined
}

export const figureNames = ['submitted', 'approved', 'declined', 'error', 'pending'] as const
export type FigureName = (typeof figureNames)[number]

export interface Overview {
  readonly days: readonly number[]
  readonly figures: Readonly<Record<FigureName, Figure>>
  readonly rates: readonly Rate[]
  readonly times: { readonly all: Times; readonly byDay: readonly Times[] }
  readonly bands: Readonly<Record<Band, number>>
  readonly oldestPendingAt: number | undefined
}

export interface OverviewSums {
  readonly days: readonly number[]
  readonly sums: readonly DaySum[]
  readonly times: readonly DayTime[]
  /** Of each day that is shown. */
  readonly pendingByDay: readonly Pending[]
  readonly pending: Pending
}

export function overviewOf({ days, sums, times, pendingByDay, pending }: OverviewSums): Overview {
  const figure = (fact: SumFact) => figureOf(days.map((day) => countOf(sums, fact, day)))
  const waiting = figureOf(pendingByDay.map(({ count }) => count))
  return {
    days,
    figures: {
      submitted: figure('submitted'),
      approved: figure('approved'),
      declined: figure('declined'),
      error: figure('error'),
      // What is pending is so at this moment, whenever it was submitted.
      pending: { ...waiting, today: pending.count },
    },
    rates: ratesOf(sums),
    times: {
      all: timesOf(times),
      byDay: days.map((day) => timesOf(times.filter((one) => one.day === day))),
    },
    bands: bandsOf(sums),
    oldestPendingAt: pending.oldestAt,
  }
}

function figureOf(byDay: readonly number[]): Figure {
  const before = byDay.slice(0, -1).reduce((sum, count) => sum + count, 0)
  return { today: byDay.at(-1) ?? 0, before, byDay }
}

function countOf(sums: readonly DaySum[], fact: SumFact, day?: number): number {
  return sums
    .filter((one) => one.fact === fact && (day === undefined || one.day === day))
    .reduce((sum, { verifications }) => sum + verifications, 0)
}

/** Where anything ended, by country and then document. */
function ratesOf(sums: readonly DaySum[]): readonly Rate[] {
  const places = new Map(sums.map((one) => [`${one.country} ${one.idType}`, one]))
  return [...places.keys()]
    .toSorted()
    .flatMap((name) => {
      const { country, idType } = places.get(name) ?? {}
      if (country === undefined || idType === undefined) return []
      const here = sums.filter((one) => one.country === country && one.idType === idType)
      const of = (fact: SumFact) => countOf(here, fact)
      return [
        { country, idType, approved: of('approved'), declined: of('declined'), error: of('error') },
      ]
    })
    .filter(({ approved, declined, error }) => approved + declined + error > 0)
}

function timesOf(times: readonly DayTime[]): Times {
  const counts = new Map<number, number>()
  for (const { upToMs, verifications } of times) {
    counts.set(upToMs, (counts.get(upToMs) ?? 0) + verifications)
  }
  const read: StepCounts = counts
  return { medianMs: timeWithin(read, 0.5), p95Ms: timeWithin(read, 0.95) }
}

function bandsOf(sums: readonly DaySum[]): Readonly<Record<Band, number>> {
  const [low, medium, high, premium] = bands
  return {
    [low]: countOf(sums, 'band_low'),
    [medium]: countOf(sums, 'band_medium'),
    [high]: countOf(sums, 'band_high'),
    [premium]: countOf(sums, 'band_premium'),
  }
}
