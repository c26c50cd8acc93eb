// Fills an SQLite database with up to millions of verifications and as many usage events: without syncing, and without
// its indexes, which are built afterwards, since random values written to an index one by one fetch most of its pages
// again and again.

import type { RawConnection } from '../../server/db/sqlite/connection.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { dayMs } from '../../server/kernel/durations.ts'
import { newId } from '../../server/kernel/ids.ts'
import { writeUsage } from './usage-rows.ts'
import { writeVerifications } from './verification-rows.ts'

const daysMs = 182 * dayMs

/** For the connection that fills, which is closed afterwards. */
const fillingPragmas = [
  'synchronous = OFF',
  'foreign_keys = OFF',
  'cache_size = -512000',
  'wal_autocheckpoint = 20000',
  'temp_store = FILE',
] as const

/**
 * The rows are spread over the half year before now. Nobody else may use the database meanwhile; if this throws, it is
 * useless.
 * @returns the instant of the last row, in milliseconds since 1970, and the API key with one usage event in ten
 * thousand
 */
export function fillDatabase(raw: RawConnection, count: number) {
  for (const pragma of fillingPragmas) raw.pragma(pragma)
  const indexes = raw
    .prepare<[], { readonly name: string; readonly sql: string }>(
      "select name, sql from sqlite_schema where type = 'index' and sql is not null order by name",
    )
    .all()
  for (const { name } of indexes) raw.exec(`drop index "${name}"`)
  const to = systemClock.now()
  const from = to - daysMs
  writeVerifications(raw, { count, from, to })
  const rareKeyId = newId('key', from)
  writeUsage(raw, { events: count, from, to, apiKeyIds: [newId('key', from), rareKeyId] })
  for (const { sql } of indexes) raw.exec(sql)
  raw.pragma('synchronous = FULL')
  raw.pragma('wal_checkpoint(TRUNCATE)')
  return { to, rareKeyId }
}
