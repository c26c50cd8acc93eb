// Repeats erasures in the database of a restored backup that is older than they are, before the service opens; and
// keeps the ledger beside the backups, so that a restore has it. Needs no key.

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Db, inTransaction, type Reader, type Trx } from '../db/transaction.ts'
import { concludeErased } from '../verifications/erase-columns.ts'
import { findVerification } from '../verifications/verification-view.ts'
import { destroyRows } from './destroy-rows.ts'
import { remainingSteps } from './erase-verification.ts'
import { type ErasureEntry, erasureEntry } from './erasure.ts'
import { findErasureOf, insertErasure, insertSteps } from './erasure-store.ts'
import { readLedger } from './read-ledger.ts'

const ledgerFile = 'erasures.jsonl'

/**
 * Destroys again what the ledger says was erased, and adds the entries that this database lacks. Image files, audit
 * entries and certificates follow when the server starts (`finishErasures`), which has the keys and the folder.
 * Returns how many verifications it erased. May be called twice.
 */
export async function eraseAgain(
  db: Pick<Db, 'write'>,
  entries: readonly ErasureEntry[],
): Promise<number> {
  let erased = 0
  for (const entry of entries) {
    if (await inTransaction(db, (trx) => eraseOneAgain(trx, entry))) erased += 1
  }
  return erased
}

async function eraseOneAgain(trx: Trx, entry: ErasureEntry): Promise<boolean> {
  if (await findErasureOf(trx, entry.verification_id)) return false
  await insertErasure(trx, entry)
  const verification = await findVerification(trx, entry.verification_id)
  if (verification === undefined) return false
  // An older backup may hold it from before it completed.
  await concludeErased(trx, verification, { status: entry.status, at: entry.erased_at })
  const { files } = await destroyRows(trx, verification, entry.erased_at)
  const audit = { erasureId: entry.id, step: 'audit', item: '' } as const
  await insertSteps(trx, [audit, ...remainingSteps(entry.id, files)])
  return true
}

/**
 * Appends the entries that `erasures.jsonl` in this folder does not have yet, one JSON document a line, and syncs it.
 * Returns how many it appended. @throws Error if the folder cannot be written
 */
export async function writeLedgerTo(db: Reader, folder: string): Promise<number> {
  const written = new Set(readLedgerFrom(folder).map(({ id }) => id))
  let count = 0
  for await (const entries of readLedger(db)) {
    const missing = entries.filter(({ id }) => !written.has(id))
    append(join(folder, ledgerFile), missing)
    count += missing.length
  }
  return count
}

/** Returns the entries of `erasures.jsonl` in this folder; none without the file. A line cut off by a crash is left out. */
export function readLedgerFrom(folder: string): readonly ErasureEntry[] {
  const file = join(folder, ledgerFile)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line) => {
    const parsed = erasureEntry.safeParse(parseLine(line))
    return parsed.success ? [parsed.data] : []
  })
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Begins with a line break, because a crash may have cut the last line off. */
function append(file: string, entries: readonly ErasureEntry[]): void {
  if (entries.length === 0) return
  const descriptor = openSync(file, 'a', 0o600)
  try {
    writeSync(descriptor, `\n${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
