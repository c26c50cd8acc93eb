// Removes pictures that no verification refers to: what a crash left between moving a file into place
// and committing its row. Runs beside the server, since it looks at old files only.

import type { Db } from '../db/transaction.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { EvidenceFiles } from './evidence-files.ts'
import { findKnownFiles } from './evidence-store.ts'

/**
 * Looks at pictures that were named before `madeBefore`; a younger one may belong to a submission whose
 * row is about to commit. Returns how many were removed.
 */
export async function sweepEvidence(
  needs: { readonly db: Db; readonly files: EvidenceFiles },
  madeBefore: number,
): Promise<number> {
  const youngest = firstIdAt('img', madeBefore)
  let removed = 0
  for await (const files of needs.files.list()) {
    const old = files.filter((file) => nameOf(file) < youngest)
    const known = await findKnownFiles(needs.db.reader, old)
    const orphans = old.filter((file) => !known.has(file))
    await needs.files.remove(orphans)
    removed += orphans.length
  }
  return removed
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1)
}
