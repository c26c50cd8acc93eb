// API keys as people and clients read them: one, or newest first a page at a time.

import { ifGiven } from '../db/if-given.ts'
import { prepare } from '../db/prepared.ts'
import type { Reader } from '../db/transaction.ts'
import type { Environment } from '../kernel/environment.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { ApiKey } from './key.ts'
import { keyColumns, toKey } from './key-store.ts'
import { selectRotatedIds } from './rotated-keys-view.ts'

export async function findKey(db: Reader, id: string): Promise<ApiKey | undefined> {
  const row = await findOne.first(db, { id })
  return row && toKey(row)
}

const findOne = prepare((db, { id }: Pick<ApiKey, 'id'>) =>
  db.selectFrom('api_keys').select(keyColumns).where('id', '=', id),
)

interface KeyFilter {
  readonly environment?: Environment | undefined
}

/** Newest first; one more row than asked for, where there is one. */
export async function listKeys(
  db: Reader,
  filter: KeyFilter,
  page: PageRequest,
): Promise<readonly ApiKey[]> {
  const { environment } = filter
  const { after } = page
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .$call(ifGiven(environment, (query, value) => query.where('environment', '=', value)))
    .$call(ifGiven(after, (query, value) => query.where('id', '<', value)))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(toKey)
}

/** Returns those of these keys that were rotated. */
export async function findRotated(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await selectRotatedIds(db).where('rotated_from', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Counts the living keys that keys made, by creation or rotation. */
export async function countKeysByKeys(
  db: Reader,
  environment: Environment,
  nowMs: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('environment', '=', environment)
    .where('created_by_key', 'is not', null)
    .where('revoked_at', 'is', null)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}
