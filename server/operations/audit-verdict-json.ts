// JSON shape of the result of verifying the audit log, for the console and `svc audit verify`.

import { type ChainVerdictJson, chainVerdictJson } from '../audit/audit-json.ts'
import type { AuditVerdict, RowFault, RowFaultKind } from './audit-verdict.ts'

export interface AuditVerdictJson extends ChainVerdictJson {
  /** Number of rows that were compared with the log. */
  readonly compared: {
    readonly verifications: number
    readonly reviews: number
  }
  readonly row_faults: readonly {
    readonly kind: RowFaultKind
    readonly subject: RowFault['subject']
    /** For `differs`: the parts that differ. */
    readonly parts: readonly string[]
  }[]
}

export function auditVerdictJson(verdict: AuditVerdict): AuditVerdictJson {
  return {
    ...chainVerdictJson(verdict),
    compared: verdict.rows,
    row_faults: verdict.rowFaults,
  }
}
