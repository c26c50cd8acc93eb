// Adds an entry to the audit log within the transaction of what it tells: both are kept, or neither is.

import type { Keyring } from '../crypto/keyring.ts'
import type { Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { type AuditEntry, auditDetails, chainedText, type NewAuditEntry } from './audit.ts'
import { findHead, insertAuditEntry } from './audit-store.ts'

export interface AuditNeeds {
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'mac' | 'masterKeyId'>
}

/** Writers take turns (`inTransaction`), so no two entries follow the same one. */
export async function recordAudit(
  needs: AuditNeeds,
  trx: Trx,
  asked: NewAuditEntry,
): Promise<AuditEntry> {
  const head = await findHead(trx)
  const at = needs.clock.now()
  const { hostUser, ...by } = asked.by
  const unchained = {
    id: newId('aud', at),
    at,
    ...by,
    action: asked.action,
    subject: asked.subject,
    outcome: asked.outcome ?? 'done',
    details: auditDetails.parse({ ...asked.details, ...hostUser }),
    keyId: needs.keyring.masterKeyId,
    previousHash: head.hash,
  }
  const hash = hashOf(needs.keyring, unchained)
  const entry = { ...unchained, sequence: head.sequence + 1, hash }
  await insertAuditEntry(trx, entry)
  return entry
}

/**
 * Keyed, because whoever can rewrite the rows could rewrite plain digests with them: the key comes from
 * the master key, which lies in neither the database nor its backups.
 */
export function hashOf(
  keyring: Pick<Keyring, 'mac'>,
  entry: Omit<AuditEntry, 'hash' | 'sequence'>,
): string {
  return keyring.mac('audit', chainedText(entry)).toString('hex')
}
