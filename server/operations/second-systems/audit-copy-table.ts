// Rows of `audit_copy`.

import type { AuditCopyTarget } from './audit-copy-policy.ts'

/** Exists once entries have been copied to the target. */
export interface AuditCopyTable {
  target: AuditCopyTarget
  /** Sequence number of the last copied entry. */
  copied_to: number
}
