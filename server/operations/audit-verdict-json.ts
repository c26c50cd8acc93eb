// JSON shape of the result of verifying the audit log, for the console and `svc audit verify`.

import { chainVerdictJson } from '../audit/audit-json.ts'
import type { AuditVerdict } from './audit-verdict.ts'

export function auditVerdictJson(verdict: AuditVerdict) {
  return {
    ...chainVerdictJson(verdict),
    /** Number of rows that were compared with the log. */
    compared: verdict.rows,
    row_faults: verdict.rowFaults,
  }
}

export type AuditVerdictJson = ReturnType<typeof auditVerdictJson>
