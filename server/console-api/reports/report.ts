// Computes a report from hourly counters: totals and codes of the period beside the same hours before it, and day by
// day; approval rates and times. Pure.

import type { CodeKind } from '../../verifications/figures/counter-kind.ts'
import type { CodeSum, DayCode, DayCount, DayTime } from '../../verifications/figures/day-counts.ts'
import { daysWithin, type FigurePeriod } from '../../verifications/figures/figure-period.ts'
import {
  type ComparedCounts,
  type CountedFigure,
  countedFigures,
  type Figure,
  figureOf,
  type Rate,
  ratesOf,
  type Times,
  timesOf,
} from '../overview/overview.ts'

export const timeKinds = ['result', 'review'] as const
export const codeKinds = ['declined', 'error', 'review_cause', 'review_outcome'] as const

/** One reason, cause or outcome. */
export interface CodeFigure extends Figure {
  readonly code: string
}

export interface Report {
  readonly days: readonly number[]
  readonly figures: Readonly<Record<CountedFigure, Figure>>
  /** The most frequent first. */
  readonly codes: Readonly<Record<CodeKind, readonly CodeFigure[]>>
  readonly times: Readonly<
    Record<(typeof timeKinds)[number], { readonly all: Times; readonly byDay: readonly Times[] }>
  >
  readonly rates: readonly Rate[]
  /** Verifications that staff decided, where no provider does. */
  readonly decidedByStaff: Figure
}

interface ReportCounts {
  readonly period: FigurePeriod
  readonly counts: readonly DayCount[]
  readonly codes: readonly DayCode[]
  readonly times: readonly DayTime[]
  readonly compared:
    | (ComparedCounts & {
        readonly codes: readonly CodeSum[]
        readonly codesBefore: readonly CodeSum[]
      })
    | undefined
}

export function reportOf(counted: ReportCounts): Report {
  const { period, times } = counted
  const days = daysWithin(period)
  const figures = countedFigures.map((kind) => [kind, figureOf({ ...counted, days }, kind)])
  const codes = codeKinds.map((kind) => [kind, codesOf(counted, days, kind)])
  const byKind = timeKinds.map((kind) => {
    const ofKind = times.filter((one) => one.kind === kind)
    const byDay = days.map((day) => timesOf(ofKind.filter((one) => one.day === day)))
    return [kind, { all: timesOf(ofKind), byDay }]
  })
  return {
    days,
    figures: Object.fromEntries(figures),
    codes: Object.fromEntries(codes),
    times: Object.fromEntries(byKind),
    rates: ratesOf(counted.counts),
    decidedByStaff: staffFigure(codesOf(counted, days, 'review_outcome'), counted, days),
  }
}

/** The other outcomes of reviews judge automatic decisions. */
const staffOutcomes = ['approved', 'declined']

function staffFigure(
  outcomes: readonly CodeFigure[],
  { compared }: ReportCounts,
  days: readonly number[],
): Figure {
  const decided = outcomes.filter(({ code }) => staffOutcomes.includes(code))
  const sum = (of: (one: CodeFigure) => number | undefined) =>
    decided.reduce((total, one) => total + (of(one) ?? 0), 0)
  return {
    total: sum(({ total }) => total),
    compared: compared && sum((one) => one.compared),
    before: compared && sum((one) => one.before),
    byDay: days.map((_, day) => sum(({ byDay }) => byDay[day])),
  }
}

/** Codes that occurred in the period or in the hours before. */
function codesOf(
  { codes, compared }: ReportCounts,
  days: readonly number[],
  kind: CodeKind,
): readonly CodeFigure[] {
  const ofKind = codes.filter((one) => one.kind === kind)
  const before = (compared?.codesBefore ?? []).filter((one) => one.kind === kind)
  const names = new Set([...ofKind, ...before].map(({ code }) => code))
  return [...names]
    .map((code) => {
      const ofCode = ofKind.filter((one) => one.code === code)
      const sum = (all: readonly CodeSum[]) =>
        all
          .filter((one) => one.kind === kind && one.code === code)
          .reduce((total, { verifications }) => total + verifications, 0)
      return {
        code,
        total: sum(ofCode),
        compared: compared && sum(compared.codes),
        before: compared && sum(compared.codesBefore),
        byDay: days.map((day) => sum(ofCode.filter((one) => one.day === day))),
      }
    })
    .toSorted((one, other) => other.total - one.total || (one.code < other.code ? -1 : 1))
}
