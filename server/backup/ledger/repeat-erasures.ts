// Repeats the erasures of a ledger in a restored database, once it is known who wrote them.

import type { Keyring } from '../../crypto/keyring.ts'
import type { Db } from '../../db/transaction.ts'
import { eraseAgain } from '../../erasure/erase-again.ts'
import { countLedger } from '../../erasure/read-ledger.ts'
import { BackupError } from '../backup-error.ts'
import { type ErasureLines, isEntry, parseEntry } from './erasure-lines.ts'
import {
  createLedgerDigest,
  isSameDigest,
  judgeLedger,
  type LedgerJudgement,
} from './judge-ledger.ts'
import { isProofOf } from './ledger-proof.ts'

export interface LedgerToRepeat {
  /** Reads it from its beginning, each time. */
  lines(): ErasureLines
  /** Takes entries that no proof covers, too. */
  readonly takesUnproven: boolean
}

export interface RepeatedErasures {
  readonly ledgerEntries: number
  readonly unprovenEntries: number
  /** Verifications that the backup brought back and that were erased again. */
  readonly erasedAgain: number
  /** Erasures that the backup has and the ledger lacks. */
  readonly lackingEntries: number
}

export const nothingRepeated: RepeatedErasures = {
  ledgerEntries: 0,
  unprovenEntries: 0,
  erasedAgain: 0,
  lackingEntries: 0,
}

/** @throws BackupError `damaged` for a ledger that cannot be read, or whose entries are not proven */
export async function repeatErasures(
  { db, keyring }: { readonly db: Pick<Db, 'write' | 'reader'>; readonly keyring: Keyring },
  ledger: LedgerToRepeat,
): Promise<RepeatedErasures> {
  const judged = await judgeLedger(ledger.lines(), (proof) => isProofOf(keyring, proof))
  assertProven(judged, ledger)
  const digest = createLedgerDigest()
  let erasedAgain = 0
  for await (const lines of ledger.lines()) {
    const entries = lines.filter(isEntry)
    for (const line of entries) digest.add(line)
    erasedAgain += await eraseAgain(db, entries.map(parseEntry))
  }
  // Whoever writes to the place could have changed it since it was judged.
  if (!isSameDigest(digest.value(), judged.all)) {
    throw new BackupError('damaged', 'The ledger of erasures was changed while it was read.')
  }
  const ledgerEntries = judged.all.entries
  const lackingEntries = Math.max(0, (await countLedger(db.reader)) - ledgerEntries)
  return { ledgerEntries, unprovenEntries: unprovenIn(judged), erasedAgain, lackingEntries }
}

/** @throws BackupError `damaged` */
export function assertProven(
  judged: LedgerJudgement,
  { takesUnproven }: Pick<LedgerToRepeat, 'takesUnproven'>,
): void {
  const unproven = unprovenIn(judged)
  if (unproven === 0 || takesUnproven) return
  throw new BackupError(
    'damaged',
    `The ledger of erasures has entries that are not proven to be of this installation (${unproven} of ${judged.all.entries}): an earlier release wrote them, or somebody who may write to the place of the backups. Nothing was changed. Compare them with verification.erased in the copied audit log; then name another ledger with --erasures FILE, or add --unproven-erasures to erase what they name all the same.`,
  )
}

function unprovenIn({ all, proven }: LedgerJudgement): number {
  return all.entries - proven.entries
}
