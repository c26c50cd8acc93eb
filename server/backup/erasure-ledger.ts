// The ledger of erased verifications beside the backups, and its replay after a restore. The one place where backups
// meet erasure.

import type { AuditNeeds } from '../audit/record-audit.ts'
import type { Db } from '../db/transaction.ts'
import { type ErasureEntry, erasureEntry } from '../erasure/erasure.ts'
import { readLedger } from '../erasure/read-ledger.ts'
import { tryJson } from '../kernel/try-json.ts'
import { BackupError } from './backup-error.ts'
import { erasureFile } from './backup-format.ts'
import { enterPlace } from './enter-place.ts'
import { openTarget } from './places/backup-place.ts'
import { type BackupTarget, oneChunk, readSmall } from './places/backup-target.ts'
import type { BackupPlace } from './places/place-address.ts'

const ledgerBytesMax = 256_000_000

/** Adds this installation's erasures to the ledger at the place; lines that are there stay. */
export async function writeErasures(
  needs: AuditNeeds & { readonly db: Db },
  place: BackupPlace,
): Promise<void> {
  const entries: ErasureEntry[] = []
  for await (const some of readLedger(needs.db.reader)) entries.push(...some)
  if (entries.length === 0) return
  // A restore would erase what the ledger names.
  await needs.db.synced()
  const target = await openTarget(place)
  try {
    // A restored copy that is a trial must not write its erasures to the ledger of the installation.
    await enterPlace(needs, target)
    const known = await readLedgerText(target)
    const lines = new Set(known.split('\n').filter((line) => line !== ''))
    const before = lines.size
    for (const entry of entries) lines.add(JSON.stringify(entry))
    if (lines.size === before) return
    const text = `${[...lines].join('\n')}\n`
    await target.write(erasureFile, oneChunk(text), text.length)
  } finally {
    await target.close()
  }
}

/** Returns the entries of the ledger at the place; none if there is no ledger. */
export async function readErasures(target: BackupTarget): Promise<readonly ErasureEntry[]> {
  return parseErasures(await readLedgerText(target))
}

/** @throws BackupError `damaged` for a line that is no entry: a skipped line would bring somebody back */
export function parseErasures(text: string): readonly ErasureEntry[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const entry = erasureEntry.safeParse(tryJson(line))
      if (entry.success) return entry.data
      throw new BackupError('damaged', 'The ledger of erasures has a line that cannot be read.')
    })
}

async function readLedgerText(target: BackupTarget): Promise<string> {
  try {
    return await readSmall(target, erasureFile, ledgerBytesMax)
  } catch (error) {
    if (error instanceof BackupError && error.reason === 'not_found') return ''
    throw error
  }
}
