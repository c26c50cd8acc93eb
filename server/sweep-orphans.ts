// Sweeps image files without a row, unless the database is known to have lost rows: the files may belong to those.

import type { Appliance } from './appliance.ts'
import { hasLostEntries } from './audit/head-mark.ts'
import { findOutgoingPause } from './egress/outgoing-pause-view.ts'
import { sweepImages } from './images/storage/sweep-images.ts'
import { hourMs } from './kernel/durations.ts'

/** An image file this old without a row is left over from a crash: a submission takes minutes at most. */
const orphanAgeMs = hourMs

type SweepNeeds = Pick<Appliance, 'db' | 'files' | 'config'>

/** Returns how many files were removed; none until the operator has settled the loss. */
export async function sweepOrphans(appliance: SweepNeeds, madeBefore: number): Promise<number> {
  const { config, db } = appliance
  if (await isCopyOfShared(appliance)) return 0
  return (await hasLostEntries(config, db.reader)) ? 0 : sweepImages(appliance, madeBefore)
}

/** A trial or a fresh restore lacks the newest rows of the installation whose images it may share. */
async function isCopyOfShared({ config, db }: SweepNeeds): Promise<boolean> {
  const isShared = config.imagesS3 !== undefined || config.imagesDir !== undefined
  return isShared && (await findOutgoingPause(db.reader)) !== undefined
}

/**
 * Sweeps by age, and clears what dead nodes left in staging: another node may have placed an image and not yet
 * committed its row.
 */
export async function sweepByAge(
  appliance: SweepNeeds & Pick<Appliance, 'clock' | 'node'>,
): Promise<number> {
  const { clock, files, node } = appliance
  await files.clearStaging((ids) => node.deadAmong(ids))
  return sweepOrphans(appliance, clock.now() - orphanAgeMs)
}
