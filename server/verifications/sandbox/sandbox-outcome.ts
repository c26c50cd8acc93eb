// The values of `sandbox_outcome`, with which a client can test every outcome, and the result of each. Pure.

import type { SandboxResultKind } from '../../providers/sandbox/sandbox-replies.ts'
import { type ReasonCode, statusOfReason } from '../reasons.ts'
import type { Outcome } from '../verification.ts'

type RehearsedReason = keyof typeof statusOfReason

/** The plain outcomes, and every reason for `declined` and `error` (rulings 9.6). */
export const sandboxOutcomes = [
  'approved',
  'declined',
  'error',
  'scoring_unavailable',
  ...(Object.keys(statusOfReason) as readonly RehearsedReason[]),
] as const
export type SandboxOutcome = (typeof sandboxOutcomes)[number]

/** The longest time that a sandbox verification may stay pending. */
export const sandboxDelaySecondsMax = 600

/** What the stand-in for the provider is to say. */
export function endOf(outcome: SandboxOutcome): SandboxResultKind {
  return outcome === 'scoring_unavailable' ? 'approved' : outcome
}

export function sandboxOutcomeOf(outcome: SandboxOutcome): Omit<Outcome, 'checks'> {
  switch (outcome) {
    case 'approved':
    case 'scoring_unavailable':
      return { status: 'approved', reasons: [] }
    case 'declined':
    case 'error':
      return { status: outcome, reasons: ['sandbox_outcome'] satisfies readonly ReasonCode[] }
    default:
      return { status: statusOfReason[outcome], reasons: [outcome] }
  }
}
