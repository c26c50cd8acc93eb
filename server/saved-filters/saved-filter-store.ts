// Stores the saved filters of users.

import { z } from 'zod'
import { fromJson, toFlag } from '../db/columns.ts'
import { countRows } from '../db/count-rows.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { FilteredList, SavedFilter } from './saved-filter.ts'
import type { SavedFilterTable } from './saved-filter-table.ts'

export async function insertSavedFilter(trx: Trx, filter: SavedFilter): Promise<void> {
  await trx
    .insertInto('saved_filters')
    .values({
      id: filter.id,
      owner_id: filter.ownerId,
      list: filter.list,
      name: filter.name,
      parameters: JSON.stringify(filter.parameters),
      is_shared: toFlag(filter.isShared),
      created_at: filter.createdAt,
    })
    .execute()
}

export async function updateSavedFilter(
  trx: Trx,
  { id, name, parameters, isShared }: SavedFilter,
): Promise<void> {
  await trx
    .updateTable('saved_filters')
    .set({ name, parameters: JSON.stringify(parameters), is_shared: toFlag(isShared) })
    .where('id', '=', id)
    .execute()
}

export async function deleteSavedFilter(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('saved_filters').where('id', '=', id).execute()
}

export async function findSavedFilter(db: Reader, id: string): Promise<SavedFilter | undefined> {
  const row = await db
    .selectFrom('saved_filters')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toSavedFilter(row)
}

/** For all lists. */
export function countFiltersOf(db: Reader, ownerId: string): Promise<number> {
  return countRows(db.selectFrom('saved_filters').where('owner_id', '=', ownerId))
}

export function countShared(db: Reader, list: FilteredList): Promise<number> {
  return countRows(
    db.selectFrom('saved_filters').where('list', '=', list).where('is_shared', '=', 1),
  )
}

export async function isNameTaken(
  db: Reader,
  { id, ownerId, list, name }: Pick<SavedFilter, 'id' | 'ownerId' | 'list' | 'name'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('saved_filters')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('list', '=', list)
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst()
  return row !== undefined
}

const parametersColumn = z.record(z.string(), z.string())

export function toSavedFilter(row: SavedFilterTable): SavedFilter {
  return {
    id: row.id,
    ownerId: row.owner_id,
    list: row.list,
    name: row.name,
    parameters: fromJson(parametersColumn, row.parameters),
    isShared: row.is_shared === 1,
    createdAt: row.created_at,
  }
}
