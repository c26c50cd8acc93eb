// Scheduled task: makes a backup when one is due, then prunes. Failures are recorded and tried again with growing
// delays; a failure never ends the schedule.

import type { Appliance } from '../appliance.ts'
import { fromSystem } from '../audit/audit.ts'
import { BackupError } from './backup-error.ts'
import { isBackupDue, type KeepRules } from './backup-policy.ts'
import { readLastRuns } from './backup-run-store.ts'
import { type BackupNeeds, createBackup } from './create-backup.ts'
import { pruneBackups } from './prune-backups.ts'

const keepDefault: KeepRules = { keepLast: 24, keepDaily: 14, keepWeekly: 8 }

/** The rules of the settings; their defaults where no place is set. */
export function keepRulesOf({ backup }: Pick<Appliance['config'], 'backup'>): KeepRules {
  return backup ?? keepDefault
}

/** Returns the number of backups made: 0 or 1. */
export async function backUpWhenDue(needs: BackupNeeds, signal: AbortSignal): Promise<number> {
  const { db, clock, config, log } = needs
  if (config.postgres !== undefined) return 0
  if (config.backup === undefined || config.backupRecipient === undefined) return 0
  const runs = await readLastRuns(db.reader, clock.now())
  if (!isBackupDue(runs, config.backup.everyMs, clock.now())) return 0
  try {
    await createBackup(needs, { by: fromSystem, cause: 'schedule', signal })
  } catch (error) {
    // Recorded and logged already, except that another process is at it.
    if (error instanceof BackupError) return 0
    throw error
  }
  try {
    const rules = keepRulesOf(config)
    await pruneBackups(needs, { by: fromSystem, rules, isDryRun: false })
  } catch (error) {
    log.error('backup_prune_failed', {}, error)
  }
  return 1
}
