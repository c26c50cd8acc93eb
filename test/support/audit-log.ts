// An audit log with entries, and a way to change its rows behind the product's back.

import type { TestContext } from 'node:test'
import { type AuditOrigin, fromCommandLine } from '../../server/audit/audit.ts'
import { recordAudit } from '../../server/audit/record-audit.ts'
import { verifyChain } from '../../server/audit/verify-chain.ts'
import type { RawConnection } from '../../server/db/sqlite/connection.ts'
import { inTransaction } from '../../server/db/transaction.ts'
import { openTestDatabase } from './database.ts'
import { testKeyring } from './test-keyring.ts'

export const keyring = testKeyring()

export async function openAuditLog(t: TestContext, entries = 0) {
  const database = await openTestDatabase(t)
  const { db, clock } = database
  const record = (by: AuditOrigin = fromCommandLine) =>
    inTransaction(db, (trx) =>
      recordAudit({ clock, keyring }, trx, {
        by,
        action: 'key.created',
        subject: { kind: 'key', id: `key_${'0'.repeat(26)}` },
        details: { environment: 'live' },
      }),
    )
  for (let count = 0; count < entries; count += 1) {
    clock.advance(1000)
    await record()
  }
  return {
    ...database,
    record,
    verify: (keptHead?: { sequence: number; hash: string }) =>
      verifyChain({ db, keyring }, { keptHead }),
    /** Changes rows as somebody with the database file but without the master key can. */
    tamper(work: (raw: RawConnection) => void) {
      db.raw.exec('drop trigger audit_entries_are_not_changed')
      db.raw.exec('drop trigger audit_entries_are_not_removed')
      work(db.raw)
    },
  }
}

/** Adds one to the sequence of the entries from `from` on, to make room for another. */
export function makeRoom(raw: RawConnection, from: number): void {
  raw.exec(`update audit_entries set sequence = -sequence where sequence >= ${from}`)
  raw.exec('update audit_entries set sequence = 1 - sequence where sequence < 0')
}
