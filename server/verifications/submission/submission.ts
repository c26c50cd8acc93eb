// A client's submission, in either environment, and the pending verification made of it. Pure.

import type { SandboxOutcome } from '../sandbox/sandbox-outcome.ts'
import type { Claims, Verification } from '../verification.ts'
import type { SubmittedFields } from './submitted-fields.ts'

/** A client's submission without its images. */
export interface Submission extends SubmittedFields {
  readonly scoreRequested: boolean
  readonly claims: Claims
  /** Sandbox only; `approved` by default. */
  readonly sandboxOutcome: SandboxOutcome
  /** Sandbox only; 0 by default: decided at once. */
  readonly sandboxDelaySeconds: number
}

/** Returns the verification as it is first stored. */
export function pendingVerification(
  submission: Submission,
  identity: Pick<Verification, 'id' | 'environment' | 'apiKeyId' | 'createdAt'>,
): Verification {
  const {
    scoreRequested,
    claims: _claims,
    sandboxOutcome: _sandboxOutcome,
    sandboxDelaySeconds: _sandboxDelaySeconds,
    ...submittedFields
  } = submission
  return {
    ...identity,
    ...submittedFields,
    status: 'pending',
    scoring: { state: scoreRequested ? 'requested' : 'not_requested' },
    reasons: [],
    checks: [],
    resultCode: undefined,
    findings: [],
    completedAt: undefined,
  }
}
