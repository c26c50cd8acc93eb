// JSON shape of the result of verifying the audit log, for the console and `svc audit verify`.

import { chainVerdictJson } from '../../audit/audit-json.ts'
import type { AuditVerdict, ComparedRows, RowFault } from './audit-verdict.ts'

export function auditVerdictJson(verdict: AuditVerdict) {
  return {
    ...chainVerdictJson(verdict),
    /** Number of rows that were compared with the log. */
    compared: comparedJson(verdict.rows),
    row_faults: verdict.rowFaults.map(rowFaultJson),
  }
}

function comparedJson({ verifications, reviews }: ComparedRows) {
  return { verifications, reviews }
}

function rowFaultJson({ kind, subject, parts }: RowFault) {
  return { kind, subject: { kind: subject.kind, id: subject.id }, parts }
}

export type AuditVerdictJson = ReturnType<typeof auditVerdictJson>
