// Checks of the database: whether its file opens, settings of its connections, schema, write-ahead log, structure.

import { readSchemaFacts, type SchemaFacts } from '../../db/postgres/server-facts.ts'
import type { HeldPragma } from '../../db/sqlite/connection.ts'
import { type QuickCheck, quickCheck } from '../../db/sqlite/quick-check.ts'
import {
  type DatabaseVerdict,
  readDatabaseVerdict,
} from '../../operations/status/database-verdict.ts'
import { bytesOf } from '../../operations/status/measure-disk.ts'
import { type DoctorScene, withDatabase, withSettings } from '../doctor-scene.ts'
import { type DoctorOutcome, failed, skipped, warning, well } from '../outcome.ts'

/** A file of a few gigabytes on a slow disk. */
const quickCheckMsMax = 60_000

export const databaseChecks = {
  database_file: withSettings(async ({ databaseFault, databaseFile }) =>
    judgeDatabaseFile(databaseFault, databaseFile, await bytesOf(databaseFile)),
  ),
  pragmas: withDatabase(({ database }) => judgePragmas(database.pragmas())),
  schema: withSettings(async ({ database, serverReader }) => {
    if (serverReader !== undefined) return judgeSharedSchema(await readSchemaFacts(serverReader))
    if (database === undefined) return skipped('needs_database')
    return judgeSchema(database.versions(), database.hasExpectedSchema())
  }),
  write_ahead_log: withDatabase(async ({ databaseFile }) =>
    judgeWriteAheadLog(await bytesOf(`${databaseFile}-wal`)),
  ),
  integrity: withDatabase(async ({ databaseFile }) =>
    judgeIntegrity(await quickCheck(databaseFile, quickCheckMsMax), quickCheckMsMax),
  ),
  damaged_tables: withDatabase(({ databaseFile }) =>
    judgeVerdict(readDatabaseVerdict(databaseFile)),
  ),
}

export function judgeDatabaseFile(
  fault: DoctorScene['databaseFault'],
  path: string,
  bytes: number,
): DoctorOutcome {
  if (fault !== undefined) return failed(fault, { values: { path } })
  return well({ values: { bytes } })
}

export function judgePragmas(pragmas: readonly HeldPragma[]): DoctorOutcome {
  const items = pragmas
    .filter(({ held, expected }) => held !== expected)
    .map(({ name, held, expected }) => `${name} = ${held} (${expected})`)
  return items.length === 0 ? well() : failed('differ', { values: { count: items.length }, items })
}

export function judgeSchema(
  { stored, known }: { readonly stored: number; readonly known: number },
  isExpected: boolean,
): DoctorOutcome {
  const values = { stored, known }
  if (stored === 0) return failed('empty')
  if (stored > known) return failed('newer', { values })
  if (stored < known) return failed('pending', { values: { ...values, count: known - stored } })
  return isExpected ? well({ values }) : failed('differs', { values })
}

/** While an upgrade is rolled through, nodes of two releases work on one schema. */
export function judgeSharedSchema(facts: SchemaFacts): DoctorOutcome {
  const { stored, known, fits, isExpected } = facts
  if (stored === 0) return failed('empty_server')
  if (stored !== known && fits) return warning('between_releases', { values: { stored, known } })
  return judgeSchema(facts, isExpected)
}

const logBytesMax = 256 * 1024 * 1024

export function judgeWriteAheadLog(bytes: number): DoctorOutcome {
  const values = { bytes, limit_bytes: logBytesMax }
  return bytes > logBytesMax ? warning('large', { values }) : well({ values })
}

export function judgeIntegrity(result: QuickCheck, timeoutMs: number): DoctorOutcome {
  switch (result.kind) {
    case 'over_time':
      return skipped('over_time', { values: { limit_ms: timeoutMs } })
    case 'not_made':
      return failed('not_made')
    case 'checked': {
      const { faults } = result
      const values = { count: faults.length }
      return faults.length === 0 ? well() : failed('damaged', { values, items: faults })
    }
  }
}

/** @param verdict of the nightly check, and of the one after a crash */
export function judgeVerdict(verdict: DatabaseVerdict | undefined): DoctorOutcome {
  if (verdict === undefined) return skipped('never')
  const { damagedTables, checkedAt } = verdict
  const values = { checked_at: checkedAt, count: damagedTables.length }
  return damagedTables.length === 0
    ? well({ values })
    : failed('damaged', { values, items: damagedTables })
}
