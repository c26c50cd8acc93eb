// Removes pictures that no verification refers to: what a crash left between moving a file into place
// and committing its row. Runs beside the server, since it looks at old files only.

import type { Db } from '../db/transaction.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { EvidenceFiles } from './evidence-files.ts'
import { findKnownFiles } from './evidence-store.ts'

/** More orphans than this, and more than pictures that are known, and something else is wrong. */
const orphansBelievedMax = 100

/** Thrown when most pictures have no row: this is not the database that they belong to. */
export class StrangeEvidenceError extends Error {
  constructor() {
    super('most pictures have no row in this database; nothing was removed')
    this.name = 'StrangeEvidenceError'
  }
}

/**
 * Looks at pictures that were named before `madeBefore`; a younger one may belong to a submission whose
 * row is about to commit. Returns how many were removed.
 * @throws StrangeEvidenceError before anything is removed.
 */
export async function sweepEvidence(
  needs: { readonly db: Db; readonly files: EvidenceFiles },
  madeBefore: number,
): Promise<number> {
  const youngest = firstIdAt('img', madeBefore)
  const orphans: string[] = []
  let knownCount = 0
  for await (const files of needs.files.list()) {
    const old = files.filter((file) => nameOf(file) < youngest)
    const known = await findKnownFiles(needs.db.reader, old)
    knownCount += known.size
    orphans.push(...old.filter((file) => !known.has(file)))
  }
  if (orphans.length > orphansBelievedMax && orphans.length > knownCount) {
    throw new StrangeEvidenceError()
  }
  await needs.files.remove(orphans)
  return orphans.length
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1)
}
