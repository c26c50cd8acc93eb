// Leaves a trace of clients that read what is known of a person: one entry an hour for a key and a
// verification, so that a client that polls fills neither the log nor the disk.

import { type Db, inTransaction } from '../db/transaction.ts'
import type { AuditDetails, AuditOrigin } from './audit.ts'
import { hasOnceKey, insertOnceKey } from './audit-once-store.ts'
import { type AuditNeeds, recordAudit } from './record-audit.ts'

export interface ClientRead {
  readonly by: AuditOrigin
  readonly apiKeyId: string
  readonly verificationId: string
  readonly details: AuditDetails
}

export interface ReadRecorder {
  /** Kept before anything is shown. @throws what keeping it throws; then nothing is to be shown */
  record(read: ClientRead): Promise<void>
}

export const readPeriodMs = 60 * 60 * 1000
/** Reads remembered at most. One that was forgotten costs a look at the database, not a second entry. */
const readsKeptMax = 20_000

/**
 * Which read of an hour is the first is decided by the unique key in the database, for all nodes alike. What this
 * process knows to be recorded costs nothing; what another has recorded costs a read and no write.
 */
export function createReadRecorder(needs: AuditNeeds & { readonly db: Db }): ReadRecorder {
  const recorded = new Set<string>()

  function remember(name: string): void {
    recorded.add(name)
    if (recorded.size > readsKeptMax) recorded.delete(recorded.values().next().value ?? '')
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
      remember(name)
    },
  }
}
