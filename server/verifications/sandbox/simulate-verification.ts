// Computes the outcome, provider answer and score of a sandbox verification from the submission and its
// `sandbox_outcome`, so that the same input always gives the same result.

import type { DateReason } from '../../matching/compare-dates.ts'
import type { NumberReason } from '../../matching/compare-numbers.ts'
import type { NameReason } from '../../matching/judge-names.ts'
import {
  type SandboxAnswer,
  sandboxAnswer,
  sandboxChecks,
  sandboxReading,
} from '../../providers/sandbox/sandbox-result.ts'
import { sandboxScore } from '../../scoring/sandbox-score.ts'
import type { Scoring } from '../../scoring/score.ts'
import type { Check, Claims, Outcome, Verification } from '../verification.ts'
import { endOf, type SandboxOutcome, sandboxOutcomeOf } from './sandbox-outcome.ts'

interface SimulationInput extends Pick<Verification, 'country' | 'idType'> {
  readonly claims: Claims
  readonly scoreRequested: boolean
  readonly outcome: SandboxOutcome
}

export interface SimulatedVerification {
  readonly outcome: Outcome
  readonly answer: SandboxAnswer
  readonly scoring: Scoring
}

export function simulateVerification(input: SimulationInput, nowMs: number): SimulatedVerification {
  const { country, idType, claims, outcome } = input
  const { status, reasons } = sandboxOutcomeOf(outcome)
  return {
    outcome: { status, reasons, checks: checksOf(input) },
    answer: sandboxAnswer({ country, idType, ...claims }, endOf(outcome)),
    scoring: scoringOf(input, status, nowMs),
  }
}

function scoringOf(input: SimulationInput, status: Outcome['status'], nowMs: number): Scoring {
  const { country, idType, claims, outcome, scoreRequested } = input
  if (!scoreRequested) return { state: 'not_requested' }
  if (status === 'error') return { state: 'requested' }
  if (outcome === 'scoring_unavailable') return { state: 'skipped' }
  return { state: 'attached', score: sandboxScore({ country, idType, ...claims }, nowMs) }
}

function checksOf({ claims, outcome }: SimulationInput): readonly Check[] {
  const reply = endOf(outcome)
  const { document, liveness, faceMatch } = sandboxChecks(reply)
  const read = sandboxReading(reply)
  const name = claims.lastName ?? claims.firstName
  return [
    { check: 'document', result: document },
    { check: 'liveness', result: liveness },
    { check: 'face_match', result: faceMatch },
    comparisonOf('name', name, read),
    comparisonOf('date_of_birth', claims.dateOfBirth, read),
    comparisonOf('id_number', claims.idNumber, read),
  ]
}

/** What the imitated provider read differently, and the codes that `matching/` has for it. */
const comparisons = {
  name: {
    other: 'other_name',
    equal: 'names_agree' satisfies NameReason,
    unequal: 'names_differ' satisfies NameReason,
  },
  date_of_birth: {
    other: 'other_date_of_birth',
    equal: 'same' satisfies DateReason,
    unequal: 'different' satisfies DateReason,
  },
  id_number: {
    other: 'other_id_number',
    equal: 'same' satisfies NumberReason,
    unequal: 'different' satisfies NumberReason,
  },
} as const

function comparisonOf(
  check: keyof typeof comparisons,
  claim: string | undefined,
  read: ReturnType<typeof sandboxReading>,
): Check {
  const { other, equal, unequal } = comparisons[check]
  if (read === other) return { check, result: 'failed', reason: unequal }
  if (claim === undefined) return { check, result: 'not_done', reason: 'nothing_claimed' }
  if (read === 'nothing') return { check, result: 'not_done', reason: 'nothing_read' }
  return { check, result: 'passed', reason: equal }
}
