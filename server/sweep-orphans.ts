// Sweeps image files without a row, unless the database is known to have lost rows: the files may belong to those.

import type { Appliance } from './appliance.ts'
import { hasLostEntries } from './audit/head-mark.ts'
import { sweepImages } from './images/sweep-images.ts'

/** Returns how many files were removed; none until the operator has settled the loss. */
export async function sweepOrphans(
  appliance: Pick<Appliance, 'db' | 'files' | 'config'>,
  madeBefore: number,
): Promise<number> {
  const { config, db } = appliance
  return (await hasLostEntries(config, db.reader)) ? 0 : sweepImages(appliance, madeBefore)
}
