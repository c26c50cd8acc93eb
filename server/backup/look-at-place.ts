// Looks whether a backup could be written to the place of the settings, without writing anything.

import type { Readers } from '../db/transaction.ts'
import { type BackupReason, backupErrorOf } from './backup-error.ts'
import { type BackupConfig, backupPlaceOf } from './backup-settings.ts'
import { assertPlace } from './enter-place.ts'
import { openTarget } from './places/backup-place.ts'

/** Returns `ours`, or why no backup could be written there. */
export async function lookAtPlace(
  needs: BackupConfig & { readonly db: Readers },
): Promise<'ours' | BackupReason> {
  try {
    const target = await openTarget(backupPlaceOf(needs))
    try {
      await assertPlace(needs.db.reader, target)
      return 'ours'
    } finally {
      await target.close()
    }
  } catch (error) {
    return backupErrorOf(error).reason
  }
}
