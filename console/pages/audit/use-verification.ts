// Verification of the chain of the log, against a head that is stored elsewhere if one is given.

import type { VerificationProgressJson } from '../../../server/audit/audit-json.ts'
import type { AuditVerdictJson } from '../../../server/operations/audit-check/audit-verdict-json.ts'
import { type LongWork, useLongWork } from '../../api/use-long-work.ts'

export type ChainCheck = LongWork<string, AuditVerdictJson, VerificationProgressJson>

export function useVerification(): ChainCheck {
  return useLongWork('/audit/verify', (head) => (head.trim() === '' ? {} : { head: head.trim() }))
}
