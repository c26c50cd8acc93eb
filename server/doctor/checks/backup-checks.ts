// Checks of the backups: age of the last one, and of the last one that was restored as a trial; whether their place is
// there and ours; copies of the database that an upgrade left.

import { dayMs } from '../../kernel/durations.ts'
import { type KeptCopy, listKeptCopies } from '../../operations/encryption-keys/kept-copies.ts'
import {
  type BackupFacts,
  type PlaceFacts,
  type RestoreTestFacts,
  readBackupFacts,
  readPlaceFacts,
  readRestoreTestFacts,
} from '../backup-facts.ts'
import { type CheckRunner, withSettings, withTables } from '../doctor-scene.ts'
import { type DoctorOutcome, failed, notSetUp, skipped, warning, well } from '../outcome.ts'

export const backupChecks = {
  backup_age: ofSqlite(async (scene) =>
    judgeBackupAge(await readBackupFacts(scene), scene.clock.now()),
  ),
  backup_place: ofSqlite(async (scene) => judgeBackupPlace(await readPlaceFacts(scene))),
  restore_test: ofSqlite(async (scene) =>
    judgeRestoreTest(await readRestoreTestFacts(scene), scene.clock.now()),
  ),
  kept_copies: withSettings(async ({ config, clock, databaseKeyId }) =>
    judgeKeptCopies(await listKeptCopies(config.dataDir), databaseKeyId, clock.now()),
  ),
}

/** Backups of PostgreSQL are made by its own means, which nobody can see from here. */
function ofSqlite(check: Parameters<typeof withTables>[0]): CheckRunner {
  const runner = withTables(check)
  return {
    ...runner,
    run: (scene) =>
      scene.installation?.config.postgres === undefined ? runner.run(scene) : skipped('postgres'),
  }
}

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

export function judgeBackupPlace(facts: PlaceFacts | undefined): DoctorOutcome {
  if (facts === undefined) return notSetUp()
  const { place, state, isBesideData = false } = facts
  const items = [place]
  switch (state) {
    case 'ours':
      return isBesideData ? warning('same_file_system', { items }) : well({ items })
    case 'other_machine':
      return skipped('other_machine', { items })
    case 'place_missing':
    case 'place_unmarked':
    case 'other_copy':
    case 'other_installation':
      return failed(state, { items })
    default:
      return failed('unusable', { items })
  }
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

/** By then a rollback to the release before is out of the question. */
const copyMsMax = 31 * dayMs

/** @param masterKeyId of the database; undefined without one */
export function judgeKeptCopies(
  copies: readonly KeptCopy[],
  masterKeyId: string | undefined,
  nowMs: number,
): DoctorOutcome {
  if (copies.length === 0) return well({}, 'none')
  const values = { count: copies.length }
  const foreign = copies.filter((copy) => copy.masterKeyId !== masterKeyId)
  if (masterKeyId !== undefined && foreign.length > 0) {
    const items = foreign.map((copy) => `${copy.file} (${copy.masterKeyId ?? '?'})`)
    return warning('other_key', { values: { count: foreign.length }, items })
  }
  const old = copies.filter(({ madeAt }) => nowMs - madeAt > copyMsMax)
  if (old.length === 0) return well({ values })
  return warning('old', { values: { count: old.length }, items: old.map(({ file }) => file) })
}
