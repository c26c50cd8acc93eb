// What a client submits, in either environment, and the pending verification that it becomes. Pure.

import type { SandboxOutcome } from './sandbox-outcome.ts'
import type { Claims, SubmittedFields, Verification } from './verification.ts'

/** What a client submits, in either environment, without its images. */
export interface Submission extends SubmittedFields {
  readonly scoreRequested: boolean
  readonly claims: Claims
  /** Sandbox only; `approved` by default. */
  readonly sandboxOutcome: SandboxOutcome
  /** Sandbox only; 0 by default: decided at once. */
  readonly sandboxDelaySeconds: number
}

/** Returns a submission as it is stored first. */
export function pendingVerification(
  submission: Submission,
  identity: Pick<Verification, 'id' | 'environment' | 'apiKeyId' | 'createdAt'>,
): Verification {
  const { country, idType, externalRef, scoreRequested } = submission
  return {
    ...identity,
    country,
    idType,
    externalRef,
    status: 'pending',
    scoring: { state: scoreRequested ? 'requested' : 'not_requested' },
    reasons: [],
    checks: [],
    resultCode: undefined,
    findings: [],
    completedAt: undefined,
  }
}
