// Adds an entry to the audit log in the transaction of the recorded change, so that both commit or neither.

import type { Keyring } from '../crypto/keyring.ts'
import {
  enterLane,
  oncePerCommit,
  replaceInCommit,
  type Together,
  type Trx,
  writeByCommit,
} from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { type AuditEntry, chainedText, type NewAuditEntry } from './audit.ts'
import { checkDetails } from './audit-details.ts'
import { findHead } from './audit-head-view.ts'
import { insertAuditEntries } from './audit-store.ts'

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
  const entry = await chain(needs, trx, newEntry)
  await insertAuditEntries(trx, [entry])
  return entry
}

/** Like `recordAudit`, together with the entries of other works of the same commit. */
export async function recordAuditByCommit(
  needs: AuditNeeds,
  trx: Trx,
  newEntry: NewAuditEntry,
): Promise<void> {
  await writeByCommit(trx, entriesOfCommit, { needs, newEntry })
}

interface HandedEntry {
  readonly needs: AuditNeeds
  readonly newEntry: NewAuditEntry
}

const entriesOfCommit: Together<HandedEntry> = {
  isInLane: true,
  async writeAll(trx, handed) {
    await enterLane(trx)
    const entries: AuditEntry[] = []
    for (const { needs, newEntry } of handed) entries.push(await chain(needs, trx, newEntry))
    await insertAuditEntries(trx, entries)
  },
}

/** Makes the entry that follows the newest one. */
async function chain(needs: AuditNeeds, trx: Trx, newEntry: NewAuditEntry): Promise<AuditEntry> {
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
