// Adds an entry to the audit log in the transaction of the recorded change, so that both commit or neither.

import type { Keyring } from '../crypto/keyring.ts'
import { enterLane, oncePerCommit, replaceInCommit, type Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { type AuditEntry, chainedText, type NewAuditEntry } from './audit.ts'
import { checkDetails } from './audit-details.ts'
import { findHead } from './audit-head-view.ts'
import { insertAuditEntry } from './audit-store.ts'

export interface AuditNeeds {
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'macHex' | 'keyId'>
}

/** Appends in the lane of transactions, over all nodes, so no two entries follow the same one. */
export async function recordAudit(
  needs: AuditNeeds,
  trx: Trx,
  newEntry: NewAuditEntry,
): Promise<AuditEntry> {
  await enterLane(trx)
  const head = await oncePerCommit(trx, headName, () => findHead(trx))
  const at = needs.clock.now()
  const { hostUser, ...by } = newEntry.by
  const unchained = {
    id: newId('aud', at),
    at,
    ...by,
    action: newEntry.action,
    subject: newEntry.subject,
    outcome: newEntry.outcome ?? 'done',
    details: checkDetails({ ...newEntry.details, ...hostUser }),
    keyId: needs.keyring.keyId('mac_audit'),
    previousHash: head.hash,
  }
  const hash = hashOf(needs.keyring, unchained)
  const entry = { ...unchained, sequence: head.sequence + 1, hash }
  await insertAuditEntry(trx, entry)
  replaceInCommit(trx, headName, { sequence: entry.sequence, hash })
  return entry
}

const headName = 'head of the audit log'

/**
 * The hash is keyed, because someone who can rewrite rows could also rewrite plain digests. The key is
 * wrapped by the master key, which is neither in the database nor in its backups.
 */
export function hashOf(
  keyring: Pick<Keyring, 'macHex'>,
  entry: Omit<AuditEntry, 'hash' | 'sequence'>,
): string {
  return keyring.macHex('audit', chainedText(entry))
}
