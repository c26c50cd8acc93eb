// Scheduled task: removes image files that no row refers to, left by a crash between moving a file
// into place and committing its row. May run beside the server, because it only touches old files.

import type { Db } from '../../db/transaction.ts'
import { firstIdAt } from '../../kernel/ids.ts'
import type { ImageFiles } from './image-files.ts'
import { findKnownFiles } from './image-store.ts'

/**
 * With more orphans than this, and more orphans than known images, the database is probably the
 * wrong one.
 */
const orphansMax = 100

/** Thrown when most images have no row: this is not the database they belong to. */
class UnknownImageError extends Error {
  constructor() {
    super('most images have no row in this database; nothing was removed')
    this.name = 'UnknownImageError'
  }
}

/**
 * Checks files created before `madeBefore`; a younger one may belong to a submission that is about
 * to commit. Returns how many were removed.
 * @throws UnknownImageError before anything is removed
 */
export async function sweepImages(
  needs: { readonly db: Db; readonly files: ImageFiles },
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
  if (orphans.length > orphansMax && orphans.length > knownCount) {
    throw new UnknownImageError()
  }
  // A power cut could bring back a row that an erasure has just removed.
  await needs.db.synced()
  await needs.files.remove(orphans)
  return orphans.length
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1)
}
