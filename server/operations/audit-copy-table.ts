// Row of `audit_copy`.

/** Exists once entries have been copied. */
export interface AuditCopyTable {
  /** Always 1. */
  only: number
  /** Sequence number of the last copied entry. */
  copied_to: number
}
