// How a verification of the sandbox ends: decided by what was submitted and by the outcome that was asked
// for, so that the same input always ends alike, at once or after a delay.

import {
  type SandboxAnswer,
  sandboxAnswer,
  sandboxChecks,
  sandboxReading,
} from '../providers/sandbox/sandbox-result.ts'
import { sandboxScore } from '../scoring/sandbox-score.ts'
import type { Scoring } from '../scoring/score.ts'
import { conclusionOf, endOf, type SandboxOutcome } from './sandbox-outcome.ts'
import type { Check, Claims, Conclusion, Verification } from './verification.ts'

export interface Rehearsed extends Pick<Verification, 'country' | 'idType'> {
  readonly claims: Claims
  readonly scoreRequested: boolean
  readonly outcome: SandboxOutcome
}

export interface Rehearsal {
  readonly conclusion: Conclusion
  readonly answer: SandboxAnswer
  readonly scoring: Scoring
}

export function rehearse(asked: Rehearsed, nowMs: number): Rehearsal {
  const { country, idType, claims, outcome } = asked
  const end = conclusionOf(outcome)
  return {
    conclusion: { ...end, checks: checksOf(asked) },
    answer: sandboxAnswer({ country, idType, ...claims }, endOf(outcome)),
    scoring: scoringOf(asked, end.status, nowMs),
  }
}

function scoringOf(asked: Rehearsed, status: Conclusion['status'], nowMs: number): Scoring {
  const { country, idType, claims, outcome, scoreRequested } = asked
  if (!scoreRequested) return { state: 'not_requested' }
  if (status === 'error') return { state: 'requested' }
  if (outcome === 'scoring_unavailable') return { state: 'skipped' }
  return { state: 'attached', score: sandboxScore({ country, idType, ...claims }, nowMs) }
}

function checksOf({ claims, outcome }: Rehearsed): readonly Check[] {
  const end = endOf(outcome)
  const { document, liveness, faceMatch } = sandboxChecks(end)
  const read = sandboxReading(end)
  const compared = (claim: string | undefined, other: typeof read): Check['result'] => {
    if (read === other) return 'failed'
    // Where nothing was read, or nothing claimed, there is nothing to compare.
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
