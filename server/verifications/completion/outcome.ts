// The audit actions that record the outcome of a verification.

import type { AuditAction } from '../../audit/audit.ts'

/** Entries with digests of a verification's rows. The rows must match the last such entry. */
export const outcomeActions = [
  'verification.completed',
  'verification.scored',
  'verification.late_result',
  'verification.erased',
  'verification.erased_again',
] as const satisfies readonly AuditAction[]
export type OutcomeAction = (typeof outcomeActions)[number]
