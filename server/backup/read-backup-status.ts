// Reads whether the backups are well, for `svc status`, the console and the doctor.

import type { Appliance } from '../appliance.ts'
import type { Reader } from '../db/transaction.ts'
import { type BackupStatus, judgeBackups } from './backup-policy.ts'
import { findLastTrial, readLastRuns } from './backup-run-store.ts'

/** @param since when this server or the installation began, for the time before the first backup */
export async function readBackupStatus(
  db: Reader,
  { backup, backupRecipient }: Pick<Appliance['config'], 'backup' | 'backupRecipient'>,
  { since, nowMs }: { readonly since: number; readonly nowMs: number },
): Promise<BackupStatus> {
  const isSetUp = backup !== undefined && backupRecipient !== undefined
  const everyMs = isSetUp ? backup.everyMs : undefined
  return judgeBackups(await readLastRuns(db, nowMs), { everyMs, since, nowMs })
}

/** Returns when a backup was last restored as a trial; undefined if none was. */
export function readLastTrial(db: Reader): Promise<number | undefined> {
  return findLastTrial(db)
}
