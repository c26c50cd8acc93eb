// How the audit log speaks of what was decided about a verification. Pure.

import type { AuditAction } from '../audit/audit.ts'

/** Entries with a word on a verification: the last of them is what its rows have to agree with. */
export const outcomeActions = [
  'verification.completed',
  'verification.scored',
  'verification.attested',
] as const satisfies readonly AuditAction[]
export type OutcomeAction = (typeof outcomeActions)[number]
