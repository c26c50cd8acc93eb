// Row of `audit_copy`.

/** One row once entries have been copied. */
export interface AuditCopyTable {
  /** Always 1. */
  only: number
  /** Entries up to this one have been copied. */
  copied_to: number
}
