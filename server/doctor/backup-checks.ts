// Checks of the backups: age of the last one, and of the last one that was restored as a trial.

import {
  type BackupFacts,
  type RestoreTestFacts,
  readBackupFacts,
  readRestoreTestFacts,
} from './backup-facts.ts'
import { withTables } from './doctor-scene.ts'
import { type DoctorOutcome, failed, notSetUp, warning, well } from './outcome.ts'

export const backupChecks = {
  backup_age: withTables(async (scene) =>
    judgeBackupAge(await readBackupFacts(scene), scene.clock.now()),
  ),
  restore_test: withTables(async (scene) =>
    judgeRestoreTest(await readRestoreTestFacts(scene), scene.clock.now()),
  ),
}

const dayMs = 24 * 60 * 60 * 1000
/** One late backup may have a reason that passes; three mean that none is made. */
const late = { warns: 2, fails: 4 }

export function judgeBackupAge(facts: BackupFacts | undefined, nowMs: number): DoctorOutcome {
  if (facts === undefined) return notSetUp()
  const { lastSuccessAt, everyMs, isWaiting } = facts
  if (lastSuccessAt === undefined) return isWaiting ? well({}, 'waiting') : failed('never')
  const values = { last_at: lastSuccessAt, every_ms: everyMs }
  if (everyMs === 0) return well({ values: { last_at: lastSuccessAt } }, 'by_command')
  const ageMs = nowMs - lastSuccessAt
  if (ageMs > late.fails * everyMs) return failed('missing', { values })
  return ageMs > late.warns * everyMs ? warning('late', { values }) : well({ values })
}

const restoreTestMsMax = 31 * dayMs

export function judgeRestoreTest(
  facts: RestoreTestFacts | undefined,
  nowMs: number,
): DoctorOutcome {
  if (facts === undefined) return notSetUp()
  const { lastVerifiedAt } = facts
  if (lastVerifiedAt === undefined) return warning('never')
  const values = { last_at: lastVerifiedAt }
  return nowMs - lastVerifiedAt > restoreTestMsMax ? warning('old', { values }) : well({ values })
}
