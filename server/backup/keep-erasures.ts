// Scheduled task: writes new erasures to the ledger beside the backups soon after they happened, so that a restore of a
// backup made before them has it, whether or not another backup was made since.

import type { Appliance } from '../appliance.ts'
import { newestErasureId } from '../erasure/read-ledger.ts'
import { backupPlaceOf } from './backup-settings.ts'
import { writeErasures } from './ledger/erasure-ledger.ts'

/** The newest erasure that this process has written; it only spares a look at the place. */
const writtenTo = new WeakMap<Appliance['db'], string>()

/** Returns 1 if the ledger was written, otherwise 0. @throws BackupError if the place cannot be reached */
export async function keepErasures(
  needs: Pick<Appliance, 'config' | 'secrets' | 'ownPorts' | 'db' | 'clock' | 'log' | 'keyring'>,
): Promise<number> {
  const { db, config } = needs
  if (config.backup === undefined) return 0
  const newest = await newestErasureId(db.reader)
  if (newest === undefined || writtenTo.get(db) === newest) return 0
  await writeErasures(needs, backupPlaceOf(needs))
  writtenTo.set(db, newest)
  return 1
}
