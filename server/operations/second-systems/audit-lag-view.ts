// Reads how far the copies of the audit log lag behind the log, with three single-row queries for each.

import type { Reader } from '../../db/transaction.ts'
import {
  type AuditCopySettings,
  type AuditCopyStatus,
  type AuditCopyTarget,
  type AuditLag,
  judgeAuditCopy,
  targetsOf,
} from './audit-copy-policy.ts'
import { findCopiedTo } from './audit-copy-store.ts'

export async function readAuditCopy(
  db: Reader,
  settings: AuditCopySettings,
  nowMs: number,
): Promise<AuditCopyStatus> {
  const lags: AuditLag[] = []
  for (const target of targetsOf(settings)) lags.push(await readAuditLag(db, target))
  return judgeAuditCopy(settings, lags, nowMs)
}

const nothingWaits: AuditLag = { waiting: 0, oldestAt: undefined }

export async function readAuditLag(db: Reader, target: AuditCopyTarget): Promise<AuditLag> {
  const { copiedTo, head } = await readCopyPlace(db, target)
  if (copiedTo >= head) return nothingWaits
  const next = await db
    .selectFrom('audit_entries')
    .select('at')
    .where('sequence', '>', copiedTo)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  return { waiting: head - copiedTo, oldestAt: next?.at }
}

/**
 * Returns the sequence numbers of the last copied and of the last entry. If tampering truncated the log, entries
 * added from then on are copied; the break in the chain shows in the copy.
 */
export async function readCopyPlace(
  db: Reader,
  target: AuditCopyTarget,
): Promise<{ readonly copiedTo: number; readonly head: number }> {
  const last = await db
    .selectFrom('audit_entries')
    .select('sequence')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  const head = last?.sequence ?? 0
  return { copiedTo: Math.min(await findCopiedTo(db, target), head), head }
}
