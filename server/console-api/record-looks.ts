// Leaves a trace in the audit log of who looked at a verification. A page asks for the same thing again and
// again: within some minutes one session leaves one trace a thing.

import type { AuditAction, AuditDetails, AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction } from '../db/transaction.ts'

export interface Look {
  readonly by: AuditOrigin
  readonly sessionId: string
  readonly verificationId: string
  readonly action: AuditAction
  readonly details?: AuditDetails
}

export interface LookRecorder {
  /** Kept before anything is shown. @throws what keeping it throws; then nothing is to be shown */
  record(look: Look): Promise<void>
}

/** How long a look stands for those that follow. */
export const sameLookMs = 5 * 60_000
/** Looks remembered at most; a forgotten one is only recorded once more. */
const looksKeptMax = 10_000

export function createLookRecorder(needs: AuditNeeds & { readonly db: Db }): LookRecorder {
  const kept = new Map<string, number>()
  return {
    async record({ by, sessionId, verificationId, action, details = {} }) {
      const name = JSON.stringify([sessionId, verificationId, action, details])
      const nowMs = needs.clock.now()
      if (nowMs - (kept.get(name) ?? Number.NEGATIVE_INFINITY) < sameLookMs) return
      const subject = { kind: 'verification', id: verificationId } as const
      await inTransaction(needs.db, (trx) =>
        recordAudit(needs, trx, { by, action, subject, details }),
      )
      kept.delete(name)
      kept.set(name, nowMs)
      if (kept.size > looksKeptMax) kept.delete(kept.keys().next().value ?? '')
    },
  }
}
