// A legal hold: an order that a verification must not be erased, whatever its period of retention. Pure.

import type { AuditActor } from '../audit/audit.ts'

/** Why it is held. Codes only; the case itself is named by a file number. */
export const holdReasons = ['investigation', 'court_order', 'dispute', 'audit', 'other'] as const
export type HoldReason = (typeof holdReasons)[number]

export interface LegalHold {
  readonly id: string
  readonly verificationId: string
  readonly reason: HoldReason
  /** File number of the authority or the bank. */
  readonly reference: string | undefined
  readonly setBy: AuditActor
  readonly setAt: number
  /** undefined: until somebody releases it. */
  readonly until: number | undefined
  readonly released: { readonly by: AuditActor; readonly at: number } | undefined
}

/** Whether the hold blocks erasure at this instant. */
export function isInForce({ until, released }: LegalHold, nowMs: number): boolean {
  return released === undefined && (until === undefined || until > nowMs)
}
