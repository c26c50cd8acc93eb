// What a client of the sandbox may ask for, so that it can rehearse every end there is, and what each
// leads to. Pure.

import type { SandboxEnd } from '../providers/sandbox/sandbox-replies.ts'
import { type ReasonCode, statusOfReason } from './reasons.ts'
import type { Conclusion } from './verification.ts'

type RehearsedReason = keyof typeof statusOfReason

/** Every reason of `declined` and `error` beside the plain ends (rulings 9.6). */
export const sandboxOutcomes = [
  'approved',
  'declined',
  'error',
  'scoring_unavailable',
  ...(Object.keys(statusOfReason) as readonly RehearsedReason[]),
] as const
export type SandboxOutcome = (typeof sandboxOutcomes)[number]

/** The longest that a verification may be kept pending first. */
export const sandboxDelaySecondsMax = 600

/** What the stand-in for the provider is to say. */
export function endOf(outcome: SandboxOutcome): SandboxEnd {
  return outcome === 'scoring_unavailable' ? 'approved' : outcome
}

export function conclusionOf(outcome: SandboxOutcome): Omit<Conclusion, 'checks'> {
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
