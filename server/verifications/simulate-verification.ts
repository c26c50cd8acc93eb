// Computes the outcome, provider answer and score of a sandbox verification from the submission and its
// `sandbox_outcome`, so that the same input always gives the same result.

import {
  type SandboxAnswer,
  sandboxAnswer,
  sandboxChecks,
  sandboxReading,
} from '../providers/sandbox/sandbox-result.ts'
import { sandboxScore } from '../scoring/sandbox-score.ts'
import type { Scoring } from '../scoring/score.ts'
import { endOf, type SandboxOutcome, sandboxOutcomeOf } from './sandbox-outcome.ts'
import type { Check, Claims, Outcome, Verification } from './verification.ts'

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
  const compared = (claim: string | undefined, other: typeof read): Check['result'] => {
    if (read === other) return 'failed'
    return read !== 'nothing' && claim !== undefined ? 'passed' : 'not_done'
  }
  return [
    { check: 'document', result: document },
    { check: 'liveness', result: liveness },
    { check: 'face_match', result: faceMatch },
    { check: 'name', result: compared(claims.lastName ?? claims.firstName, 'other_name') },
    { check: 'date_of_birth', result: compared(claims.dateOfBirth, 'other_date_of_birth') },
    { check: 'id_number', result: compared(claims.idNumber, 'other_id_number') },
  ]
}
