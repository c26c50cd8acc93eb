// Finds objects of any kind by the last characters of their ids, which lists show. Every query uses an index.

import { sql } from 'kysely'
import type { Reader } from '../../db/transaction.ts'
import type { IdPrefix } from '../../kernel/ids.ts'
import { endLength } from './id-fragment.ts'
import { resultsMax } from './search-result.ts'

/** Written out, because an index on an expression serves the same words alone. */
const lastCharacters = sql<string>`substr(id, 27)`
/** Of ids whose prefix has two letters. */
const lastOfShort = sql<string>`substr(id, 26)`

/** Chance gives few ids the same last characters; of more than these, the oldest are left out. */
const candidatesMax = resultsMax * resultsMax

type EndQuery = (db: Reader, last: string) => Promise<readonly { readonly id: string }[]>

/** The kinds whose tables have an index of the ends of their ids, besides verifications. */
const queries = {
  rev: (db, last) =>
    db
      .selectFrom('reviews')
      .select('id')
      .where(lastCharacters, '=', last)
      .orderBy('id', 'desc')
      .limit(candidatesMax)
      .execute(),
  key: (db, last) =>
    db
      .selectFrom('api_keys')
      .select('id')
      .where(lastCharacters, '=', last)
      .orderBy('id', 'desc')
      .limit(candidatesMax)
      .execute(),
  wh: (db, last) =>
    db
      .selectFrom('webhooks')
      .select('id')
      .where(lastOfShort, '=', last)
      .orderBy('id', 'desc')
      .limit(candidatesMax)
      .execute(),
  dlv: (db, last) =>
    db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where(lastCharacters, '=', last)
      .orderBy('id', 'desc')
      .limit(candidatesMax)
      .execute(),
  usr: (db, last) =>
    db
      .selectFrom('users')
      .select('id')
      .where(lastCharacters, '=', last)
      .orderBy('id', 'desc')
      .limit(candidatesMax)
      .execute(),
  job: (db, last) =>
    db
      .selectFrom('jobs')
      .select('id')
      .where(lastCharacters, '=', last)
      .orderBy('id', 'desc')
      .limit(candidatesMax)
      .execute(),
} as const satisfies Partial<Record<IdPrefix, EndQuery>>

type EndedKind = keyof typeof queries

export const endedKinds = Object.keys(queries).filter(isEndedKind)

export function isEndedKind(kind: string): kind is EndedKind {
  return kind in queries
}

/** Returns the ids of a kind, newest first. @param end At least `endLength` characters. */
export async function listIdsByEnd(
  db: Reader,
  kind: EndedKind,
  end: string,
): Promise<readonly string[]> {
  const rows = await queries[kind](db, end.slice(-endLength))
  return rows.map(({ id }) => id).filter((id) => id.endsWith(end))
}
