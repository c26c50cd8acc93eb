// Records in the audit log who viewed a verification. Because a page loads the same data repeatedly, a session gets one
// entry for the same access within five minutes.

import type { AuditAction, AuditOrigin } from '../../audit/audit.ts'
import type { AuditDetails } from '../../audit/audit-details.ts'
import { type AuditNeeds, recordAudit } from '../../audit/record-audit.ts'
import { type Db, inTransaction } from '../../db/transaction.ts'

interface Access {
  readonly by: AuditOrigin
  readonly sessionId: string
  readonly verificationId: string
  readonly action: AuditAction
  readonly details?: AuditDetails
}

export interface AccessRecorder {
  /** Call it before anything is shown. @throws when the entry cannot be written; show nothing then */
  record(access: Access): Promise<void>
}

/** Repeated accesses within this time are not recorded again. */
export const sameAccessMs = 5 * 60_000
/** Limit of remembered accesses; a dropped one is merely recorded again. */
const rememberedMax = 10_000

export function createAccessRecorder(needs: AuditNeeds & { readonly db: Db }): AccessRecorder {
  const remembered = new Map<string, number>()
  return {
    async record({ by, sessionId, verificationId, action, details = {} }) {
      const name = JSON.stringify([sessionId, verificationId, action, details])
      const nowMs = needs.clock.now()
      if (nowMs - (remembered.get(name) ?? Number.NEGATIVE_INFINITY) < sameAccessMs) return
      const subject = { kind: 'verification', id: verificationId } as const
      await inTransaction(needs.db, (trx) =>
        recordAudit(needs, trx, { by, action, subject, details }),
      )
      remembered.delete(name)
      remembered.set(name, nowMs)
      if (remembered.size > rememberedMax) remembered.delete(remembered.keys().next().value ?? '')
    },
  }
}
