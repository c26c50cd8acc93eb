// The queries of the erasure ledger and of the steps that are left after an erasure.

import { fromJson } from '../db/columns.ts'
import { countRows } from '../db/count-rows.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import { type ErasureEntry, type ErasureStep, erasureCounts, erasureDigests } from './erasure.ts'
import type { ErasureTable } from './erasure-table.ts'

export async function insertErasure(trx: Trx, entry: ErasureEntry): Promise<void> {
  await trx
    .insertInto('erasures')
    .values({
      ...entry,
      counts: JSON.stringify(entry.counts),
      digests: JSON.stringify(entry.digests),
    })
    .execute()
}

export async function findErasureOf(
  db: Reader,
  verificationId: string,
): Promise<ErasureEntry | undefined> {
  const row = await db
    .selectFrom('erasures')
    .selectAll()
    .where('verification_id', '=', verificationId)
    .executeTakeFirst()
  return row && toEntry(row)
}

export async function findErasure(db: Reader, id: string): Promise<ErasureEntry | undefined> {
  const row = await db.selectFrom('erasures').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toEntry(row)
}

/** Returns up to `limit` entries after the id `after`, oldest first. */
export async function listErasures(
  db: Reader,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly ErasureEntry[]> {
  const rows = await db
    .selectFrom('erasures')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toEntry)
}

/** Returns the ids of up to `limit` erasures after the id `after`, oldest first. */
export async function listErasureIds(
  db: Reader,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('erasures')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export function countErasures(db: Reader): Promise<number> {
  return countRows(db.selectFrom('erasures'))
}

interface StepRow {
  readonly erasureId: string
  readonly step: ErasureStep
  /** The file of an image step; empty for the others. */
  readonly item: string
}

export async function insertSteps(trx: Trx, steps: readonly StepRow[]): Promise<void> {
  if (steps.length === 0) return
  await trx
    .insertInto('erasure_steps')
    .values(steps.map(({ erasureId, step, item }) => ({ erasure_id: erasureId, step, item })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the ids of up to `limit` erasures after the id `after` with steps left, oldest first. */
export async function listUnfinished(
  db: Reader,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('erasure_steps')
    .select('erasure_id')
    .distinct()
    .where('erasure_id', '>', after)
    .orderBy('erasure_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.erasure_id)
}

export async function listSteps(
  db: Reader,
  erasureIds: readonly string[],
): Promise<readonly StepRow[]> {
  if (erasureIds.length === 0) return []
  const rows = await db
    .selectFrom('erasure_steps')
    .selectAll()
    .where('erasure_id', 'in', erasureIds)
    .execute()
  return rows.map(({ erasure_id: erasureId, step, item }) => ({ erasureId, step, item }))
}

export async function deleteSteps(
  trx: Trx,
  erasureIds: readonly string[],
  step: ErasureStep,
): Promise<void> {
  await trx
    .deleteFrom('erasure_steps')
    .where('erasure_id', 'in', erasureIds)
    .where('step', '=', step)
    .execute()
}

function toEntry(row: ErasureTable): ErasureEntry {
  return {
    ...row,
    counts: fromJson(erasureCounts, row.counts),
    digests: fromJson(erasureDigests, row.digests),
  }
}

export async function findNewestErasure(db: Reader): Promise<string | undefined> {
  const row = await db
    .selectFrom('erasures')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
