// Finds verifications by id, by the end of an id, by the client's reference, by document number and by name. Every
// query reads the first entries of an index, and no personal data.

import { sql } from 'kysely'
import { orUndefined } from '../../db/columns.ts'
import { folded } from '../../db/folded.ts'
import type { Reader } from '../../db/transaction.ts'
import type { Environment } from '../../kernel/environment.ts'
import { endOfPrefix, foldText } from '../../kernel/fold-text.ts'
import { endLength } from './id-fragment.ts'
import { type IdRange, resultsMax, type SearchResult } from './search-result.ts'

/** Newest first. */
export async function findVerifications(
  db: Reader,
  { from, to }: IdRange,
  environments: readonly Environment[],
): Promise<readonly SearchResult[]> {
  const found = environments.map((environment) =>
    selectVerifications(db)
      .where('environment', '=', environment)
      .where('id', '>=', from)
      .where('id', '<=', to)
      .orderBy('id', 'desc')
      .limit(resultsMax)
      .execute(),
  )
  return newest((await Promise.all(found)).flat())
}

/** Newest first. */
export async function findVerificationsOf(
  db: Reader,
  rows: readonly { readonly verification_id: string }[],
  environments: readonly Environment[],
): Promise<readonly SearchResult[]> {
  if (rows.length === 0 || environments.length === 0) return []
  const ids = rows.map((row) => row.verification_id)
  const found = await selectVerifications(db)
    .where('id', 'in', ids)
    .where('environment', 'in', environments)
    .execute()
  return newest(found)
}

/**
 * Newest first. @param end At least `endLength` characters.
 */
export async function findByEndOfId(
  db: Reader,
  end: string,
  environments: readonly Environment[],
): Promise<readonly SearchResult[]> {
  if (environments.length === 0) return []
  const rows = await selectVerifications(db)
    .where(sql<string>`substr(id, 27)`, '=', end.slice(-endLength))
    .where('environment', 'in', environments)
    .orderBy('id', 'desc')
    .limit(resultsMax * resultsMax)
    .execute()
  return newest(rows.filter(({ id }) => id.endsWith(end)))
}

/** In any case: the whole reference first, newest first, then those that begin with it, in their order. */
export async function findByReference(
  db: Reader,
  reference: string,
  environments: readonly Environment[],
): Promise<readonly SearchResult[]> {
  const text = foldText(reference)
  const column = folded('external_ref')
  const whole: Row[] = []
  const longer: Row[] = []
  for (const environment of environments) {
    const referenced = selectVerifications(db)
      .where('environment', '=', environment)
      .where('external_ref', 'is not', null)
      .limit(resultsMax)
    whole.push(...(await referenced.where(column, '=', text).orderBy('id', 'desc').execute()))
    longer.push(
      ...(await referenced
        .where(column, '>', text)
        .where(column, '<', endOfPrefix(text))
        .orderBy(column)
        .orderBy('id')
        .execute()),
    )
  }
  return [...newest(whole), ...longer.map(toResult)].slice(0, resultsMax)
}

/**
 * Newest first. Each digest is looked up by itself: in a list of them a planner may read the ids in their order
 * instead.
 * @param digests of the number, one for each country and key
 */
export async function findByNumberIndex(
  db: Reader,
  digests: readonly Buffer[],
  environments: readonly Environment[],
): Promise<readonly SearchResult[]> {
  const rows: Row[] = []
  for (const environment of environments) {
    for (const digest of digests) {
      rows.push(
        ...(await selectVerifications(db)
          .where('environment', '=', environment)
          .where('id_number_index', '=', digest)
          .orderBy('id', 'desc')
          .limit(resultsMax)
          .execute()),
      )
    }
  }
  return newest(rows)
}

function selectVerifications(db: Reader) {
  return db
    .selectFrom('verifications')
    .select(['id', 'environment', 'status', 'external_ref', 'created_at'])
}

type Row = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectVerifications>['executeTakeFirst']>>
>

function newest(rows: readonly Row[]): readonly SearchResult[] {
  return rows
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, resultsMax)
    .map(toResult)
}

function toResult(row: Row): SearchResult {
  return {
    kind: 'verification',
    id: row.id,
    environment: row.environment,
    state: row.status,
    ofId: undefined,
    externalRef: orUndefined(row.external_ref),
    createdAt: row.created_at,
  }
}
