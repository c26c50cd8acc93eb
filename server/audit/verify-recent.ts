// Verifies the newest part of the audit log: since the last head kept outside the database, within a limit.

import type { Keyring } from '../crypto/keyring.ts'
import type { Reader, Readers } from '../db/transaction.ts'
import { type AuditHead, chainStart } from './audit.ts'
import { findHead } from './audit-head-view.ts'
import { findHashAt } from './audit-store.ts'
import type { ChainVerdict } from './chain-verdict.ts'
import { verifyChain } from './verify-chain.ts'

interface RecentInput {
  /** undefined if none is kept. */
  readonly keptHead: AuditHead | undefined
  /** At most about so many of the newest entries are checked. */
  readonly entriesMax: number
}

export async function verifyRecent(
  { db, keyring }: { readonly db: Readers; readonly keyring: Pick<Keyring, 'macHex'> },
  { keptHead, entriesMax }: RecentInput,
): Promise<ChainVerdict> {
  const { sequence } = await findHead(db.reader)
  const first = Math.max(0, sequence - entriesMax)
  const isRecent = keptHead !== undefined && keptHead.sequence >= first
  const from = isRecent ? keptHead : await entryAt(db.reader, first)
  return verifyChain({ db, keyring }, { keptHead, from, entriesMax })
}

/** Returns the entry at a place as the start of a check; the start of the log if it is missing. */
async function entryAt(db: Reader, sequence: number): Promise<AuditHead> {
  const hash = sequence === 0 ? undefined : await findHashAt(db, sequence)
  return hash === undefined ? chainStart : { sequence, hash }
}
