// Records clients' reads of personal data: one entry an hour per key and verification, so that a polling client
// does not fill the audit log.

import { type Db, inTransaction } from '../db/transaction.ts'
import { hourMs } from '../kernel/durations.ts'
import type { AuditOrigin } from './audit.ts'
import type { AuditDetails } from './audit-details.ts'
import { hasOnceKey, insertOnceKey } from './audit-once-store.ts'
import { type AuditNeeds, recordAudit } from './record-audit.ts'

interface ClientRead {
  readonly by: AuditOrigin
  readonly apiKeyId: string
  readonly verificationId: string
  readonly details: AuditDetails
}

export interface ReadRecorder {
  /** Must resolve before the data is sent. @throws errors of the database; the data must then not be sent */
  record(read: ClientRead): Promise<void>
}

export const readPeriodMs = hourMs
/** Reads cached in memory. A read that is no longer cached costs a query, not a second entry. */
const readsCachedMax = 20_000

/**
 * A unique key in the database decides which read of an hour is the first, for all nodes. A cached read costs
 * nothing; one that another node recorded costs a query and no write.
 */
export function createReadRecorder(needs: AuditNeeds & { readonly db: Db }): ReadRecorder {
  const recorded = new Set<string>()

  function cache(name: string): void {
    recorded.add(name)
    if (recorded.size > readsCachedMax) recorded.delete(recorded.values().next().value ?? '')
  }

  return {
    async record({ by, apiKeyId, verificationId, details }) {
      const nowMs = needs.clock.now()
      const name = `read:${Math.floor(nowMs / readPeriodMs)}:${apiKeyId}:${verificationId}`
      if (recorded.has(name)) return
      if (!(await hasOnceKey(needs.db.reader, name))) {
        await inTransaction(needs.db, async (trx) => {
          if (!(await insertOnceKey(trx, name, nowMs))) return
          const subject = { kind: 'verification', id: verificationId } as const
          await recordAudit(needs, trx, { by, action: 'verification.read', subject, details })
        })
      }
      cache(name)
    },
  }
}
