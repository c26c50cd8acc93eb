// The JSON of a report: numbers and codes, no personal data and no ids.

import { toIso, toIsoDate } from '../../kernel/clock.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { Comparison } from '../../verifications/figures/figure-period.ts'
import {
  comparisonJson,
  figureJson,
  periodJson,
  rateJson,
  type ShownPeriod,
  timesJson,
} from '../overview/overview-json.ts'
import type { CodeFigure, Report } from './report.ts'

interface ReportAnswer {
  readonly environment: Environment
  readonly country: string | undefined
  readonly nowMs: number
  readonly period: ShownPeriod
  readonly comparison: Comparison
  readonly report: Report
}

export function reportJson({
  environment,
  country,
  nowMs,
  period,
  comparison,
  report,
}: ReportAnswer) {
  const { days, figures, codes, times, rates, decidedByStaff } = report
  return {
    environment,
    /** The market; null for all. */
    country: country ?? null,
    at: toIso(nowMs),
    period: periodJson(period),
    comparison: comparisonJson(comparison),
    /** Dates (UTC) of the period. */
    days: days.map(toIsoDate),
    figures: {
      submitted: figureJson(figures.submitted),
      approved: figureJson(figures.approved),
      declined: figureJson(figures.declined),
      error: figureJson(figures.error),
    },
    /** Of those approved and declined: by staff, where no provider decides. */
    decided_by_staff: figureJson(decidedByStaff),
    /** Reasons of declined verifications and of errors, causes and outcomes of reviews; the most frequent first. */
    codes: {
      declined: codes.declined.map(codeJson),
      error: codes.error.map(codeJson),
      review_cause: codes.review_cause.map(codeJson),
      review_outcome: codes.review_outcome.map(codeJson),
    },
    /** From the submission to approval or decline, and from the opening of a review to its end. */
    times: {
      result: { ...timesJson(times.result.all), by_day: times.result.byDay.map(timesJson) },
      review: { ...timesJson(times.review.all), by_day: times.review.byDay.map(timesJson) },
    },
    approval_rates: rates.map(rateJson),
  }
}

export type ReportJson = ReturnType<typeof reportJson>

function codeJson(figure: CodeFigure) {
  return { code: figure.code, ...figureJson(figure) }
}

export type CodeFigureJson = ReturnType<typeof codeJson>
