// Finds objects of any kind by the last characters of their ids, which lists show. Every query uses an index.

import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Reader } from '../../db/transaction.ts'
import type { IdPrefix } from '../../kernel/ids.ts'
import { endLength } from './id-fragment.ts'
import { resultsMax } from './search-result.ts'

/** Written out, because an index on an expression serves the same words alone. */
const lastCharacters = sql<string>`substr(id, 27)`
/** Of webhooks, whose prefix has two letters. */
const lastOfShort = sql<string>`substr(id, 26)`

/** Chance gives few ids the same last characters; of more than these, the oldest are left out. */
const candidatesMax = resultsMax * resultsMax

/** The kinds whose tables have an index of the ends of their ids, besides verifications. */
const tables = {
  rev: 'reviews',
  key: 'api_keys',
  wh: 'webhooks',
  dlv: 'webhook_deliveries',
  usr: 'users',
  job: 'jobs',
} as const satisfies Partial<Record<IdPrefix, keyof Schema>>

type EndedKind = keyof typeof tables

export const endedKinds = Object.keys(tables).filter(isEndedKind)

export function isEndedKind(kind: string): kind is EndedKind {
  return kind in tables
}

/** Returns the ids of a kind, newest first. @param end At least `endLength` characters. */
export async function listIdsByEnd(
  db: Reader,
  kind: EndedKind,
  end: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom(tables[kind])
    .select('id')
    .where(kind === 'wh' ? lastOfShort : lastCharacters, '=', end.slice(-endLength))
    .orderBy('id', 'desc')
    .limit(candidatesMax)
    .execute()
  return rows.map(({ id }) => id).filter((id) => id.endsWith(end))
}
