// The JSON of the quality figures of reviewers, and of decisions that differ.

import { toIso } from '../../kernel/clock.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { DifferingCheck } from '../../reviews/quality/quality-check.ts'
import { checksMin, type ReviewerFigures } from '../../reviews/quality/quality-figures.ts'
import { periodJson, type ShownPeriod } from '../overview/overview-json.ts'

interface QualityAnswer {
  readonly environment: Environment
  readonly nowMs: number
  readonly period: ShownPeriod
  readonly samplePercent: number
  readonly open: number
  readonly reviewers: readonly ReviewerFigures[]
  readonly names: ReadonlyMap<string, string>
}

export function qualityJson({
  environment,
  nowMs,
  period,
  samplePercent,
  open,
  reviewers,
  names,
}: QualityAnswer) {
  return {
    environment,
    at: toIso(nowMs),
    period: periodJson(period),
    sample_percent: samplePercent,
    /** Below this number of checks no agreement is shown. */
    checks_min: checksMin,
    /** Checks that wait to be made. */
    open,
    /** By name. */
    reviewers: reviewers
      .map((one) => reviewerJson(one, names.get(one.userId) ?? ''))
      .toSorted((one, other) => one.reviewer.name.localeCompare(other.reviewer.name)),
  }
}

export type QualityJson = ReturnType<typeof qualityJson>

function reviewerJson(figures: ReviewerFigures, name: string) {
  const { worked, agreement } = figures
  return {
    reviewer: { id: figures.userId, name },
    decided: figures.decided,
    judged: figures.judged,
    overturned: figures.overturned,
    /** null where no automatic decision was judged. */
    overturn_rate: figures.judged === 0 ? null : figures.overturned / figures.judged,
    rejected: figures.rejected,
    /** From the claim to the decision; null where no claim's beginning is known. */
    median_ms: worked?.medianMs ?? null,
    p95_ms: worked?.p95Ms ?? null,
    checks: figures.checks,
    agreed: figures.agreed,
    other_reasons: figures.otherReasons,
    other_outcome: figures.otherOutcome,
    /** The share of checks with the same outcome and its 95 % interval; null for too few checks. */
    agreement: agreement ?? null,
  }
}

export type ReviewerFiguresJson = QualityJson['reviewers'][number]

export function differingCheckJson({
  id,
  verificationId,
  isOtherOutcome,
  first,
  second,
}: DifferingCheck) {
  return {
    id,
    verification_id: verificationId,
    is_other_outcome: isOtherOutcome,
    first: { ...first, at: toIso(first.at) },
    second: { ...second, at: toIso(second.at) },
  }
}

export type DifferingCheckJson = ReturnType<typeof differingCheckJson>

/** Checks that this user may make; counted up to 99. */
export interface QualityWaitingJson {
  readonly waiting: number
}
