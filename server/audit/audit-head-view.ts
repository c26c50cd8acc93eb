// Reads the head of the audit log: the number and hash of its newest entry, which the next entry continues.

import { prepare } from '../db/prepared.ts'
import type { Reader } from '../db/transaction.ts'
import { type AuditHead, chainStart } from './audit.ts'

/** The last entry's place and hash; `chainStart` for an empty log. */
export async function findHead(db: Reader): Promise<AuditHead> {
  return (await findLast.first(db, {})) ?? chainStart
}

const findLast = prepare((db) =>
  db.selectFrom('audit_entries').select(['sequence', 'hash']).orderBy('sequence', 'desc').limit(1),
)
