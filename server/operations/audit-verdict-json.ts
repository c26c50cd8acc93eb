// The wire shape of what verifying the audit log found, for the console and `svc audit verify`.

import { type ChainVerdictJson, chainVerdictJson } from '../audit/audit-json.ts'
import type { RowFault, RowFaultKind } from './compare-rows.ts'
import type { AuditVerdict } from './verify-audit.ts'

export interface AuditVerdictJson extends ChainVerdictJson {
  /** What was compared with the log's last word on it. */
  readonly compared: {
    readonly verifications: number
    readonly reviews: number
    /** From before the log kept outcomes, and not attested yet. */
    readonly unattested: number
  }
  readonly row_faults: readonly {
    readonly kind: RowFaultKind
    readonly subject: RowFault['subject']
    /** Of `differs`: what does. */
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
