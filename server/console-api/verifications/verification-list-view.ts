// Reads the console's list of verifications by its filters, a page at a time, each by an index where one serves.

import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { folded } from '../../db/folded.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Readers } from '../../db/transaction.ts'
import { withoutIndex } from '../../db/without-index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { endOfPrefix, foldText } from '../../kernel/fold-text.ts'
import type { VerificationTable } from '../../verifications/verification-table.ts'
import { reviewTagOf } from '../../verifications/verification-tag.ts'
import type { VerificationTagTable } from '../../verifications/verification-tag-table.ts'
import type { PageStart, PageWindow } from '../page-window.ts'
import { combinationsOf } from './combined-filters.ts'
import { findRareIds, rareRowsMax } from './rare-filter-view.ts'
import {
  countReferenced,
  isReadByReference,
  type ReferenceFilter,
  selectReferenced,
} from './referenced-view.ts'
import { isSelective, type VerificationFilters } from './verification-filters.ts'
import type { VerificationListRow } from './verification-list-row.ts'
import { selectVerificationRows, toVerificationRow } from './verification-row-view.ts'

/**
 * Newest first, but oldest first for a page before a row. Returns up to `limit + 1` rows. Each filter alone has an
 * index in the order of ids, and so have status, country and document type together. For other combinations a rare
 * filter is read first; if none is rare, a common one is, and the others are tested row by row.
 */
export async function listVerificationRows(
  db: Reader,
  filter: VerificationFilters,
  { limit, start }: PageWindow,
): Promise<readonly VerificationListRow[]> {
  const { band, reason, reviewState, alternatives } = filter
  if (alternatives !== undefined) return listOfAny(db, alternatives, { limit, start })
  const tags = [
    ...(reviewState === undefined ? [] : [reviewTagOf(reviewState)]),
    ...(reason === undefined ? [] : [`reason:${reason}`]),
    ...(band === undefined ? [] : [`band:${band}`]),
  ]
  const combinations = combinationsOf(filter)
  if (combinations !== undefined) {
    return readVerificationRows(db, combinedIdsOf(db, combinations, { limit, start }), start)
  }
  const ids = await passingIds(db, filter, { limit, start }, tags)
  return ids === undefined ? [] : readVerificationRows(db, ids, start)
}

/** Returns the query that reads fewest rows; undefined if nothing matches. */
async function passingIds(
  db: Reader,
  filter: VerificationFilters,
  { limit, start }: PageWindow,
  tags: readonly string[],
): Promise<IdQuery | undefined> {
  const rows = limit + 1
  const referenced = isReadByReference(filter) ? filter : undefined
  const count = referenced && (await countReferenced(db, referenced))
  if (count === 0) return undefined
  if (count === undefined || count > rareRowsMax) {
    const rare = await findRareIds(db, filter, tags)
    if (rare?.length === 0) return undefined
    if (rare !== undefined) return rareIdsOf(db, filter, start, { rare, tags }).limit(rows)
  }
  if (referenced !== undefined && count !== undefined) {
    return referencedIdsOf(db, referenced, start, tags).limit(rows)
  }
  if (tags.length > 0) return taggedIdsOf(db, filter, start, tags).limit(rows)
  return idsOf(db, filter, start).limit(rows)
}

/** Takes the first rows of each alternative, then the first of all these: a row may match several. */
async function listOfAny(
  db: Reader,
  alternatives: readonly VerificationFilters[],
  window: PageWindow,
): Promise<readonly VerificationListRow[]> {
  const found = new Map<string, VerificationListRow>()
  for (const one of alternatives) {
    for (const row of await listVerificationRows(db, one, window)) found.set(row.id, row)
  }
  const sign = orderOf(window.start) === 'asc' ? 1 : -1
  const inOrder = [...found.values()].toSorted((one, other) => (one.id < other.id ? -sign : sign))
  return inOrder.slice(0, window.limit + 1)
}

/**
 * Returns the reader for a list with this filter. A combination of conditions without an index is tested row by row,
 * through all verifications if few match, which takes about a second for each million, so it runs in a thread.
 */
export function readerOfList({ reader, longReader }: Readers, filter: VerificationFilters): Reader {
  const { status, country, idType, band, reason, reviewState, scoringSkipped } = filter
  // Many references may begin alike.
  if (filter.alternatives !== undefined || isReadByReference(filter)) return longReader
  const combined = [status, country, idType, band, reason, reviewState, scoringSkipped]
  const isSingle = combined.filter((value) => value !== undefined).length <= 1
  const isFast = isSelective(filter) || isSingle || combinationsOf(filter) !== undefined
  return isFast ? reader : longReader
}

type IdQuery = ReturnType<
  | typeof idsOf
  | typeof taggedIdsOf
  | typeof rareIdsOf
  | typeof referencedIdsOf
  | typeof combinedIdsOf
>

async function readVerificationRows(
  db: Reader,
  ids: IdQuery,
  start: PageStart,
): Promise<readonly VerificationListRow[]> {
  const rows = await selectVerificationRows(db)
    .where('verifications.id', 'in', ids)
    .orderBy('verifications.id', orderOf(start))
    .execute()
  return rows.map(toVerificationRow)
}

/** Takes the first rows of each combination, then the first of all these. */
function combinedIdsOf(
  db: Reader,
  combinations: readonly VerificationFilters[],
  { limit, start }: PageWindow,
) {
  const each = combinations.map((one) =>
    db
      .selectFrom(
        idsOf(db, one, start)
          .limit(limit + 1)
          .as('some'),
      )
      .select('some.id'),
  )
  const all = each.reduce((before, one) => before.unionAll(one))
  return db
    .selectFrom(all.as('matching'))
    .select('matching.id')
    .orderBy('matching.id', orderOf(start))
    .limit(limit + 1)
}

function idsOf(db: Reader, filter: VerificationFilters, start: PageStart) {
  let query = db
    .selectFrom('verifications as one')
    .select('one.id')
    .where('one.environment', '=', filter.environment)
    .where(all(conditionsOf(filter)))
  const { idFrom, idBefore } = filter
  if (idFrom !== undefined) query = query.where('one.id', '>=', idFrom)
  if (idBefore !== undefined) query = query.where('one.id', '<', idBefore)
  if (start.kind !== 'newest') query = query.where('one.id', comparisons[start.kind], start.id)
  return query.orderBy('one.id', orderOf(start))
}

/** SQLite keeps the order of a cross join, so the first tag's index is read first, in the order of ids. */
function taggedIdsOf(
  db: Reader,
  filter: VerificationFilters,
  start: PageStart,
  tags: readonly string[],
) {
  const { environment, idFrom, idBefore } = filter
  const [leading = '', ...others] = tags
  let query = db
    .selectFrom('verification_tags as tag')
    .crossJoin('verifications as one')
    .select('tag.verification_id as id')
    .whereRef('one.id', '=', 'tag.verification_id')
    .where('tag.environment', '=', environment)
    .where('tag.tag', '=', leading)
    .where(all(conditionsOf(filter)))
  for (const other of others) query = query.where(hasTag(db, environment, other))
  if (idFrom !== undefined) query = query.where('tag.verification_id', '>=', idFrom)
  if (idBefore !== undefined) query = query.where('tag.verification_id', '<', idBefore)
  if (start.kind !== 'newest') {
    query = query.where('tag.verification_id', comparisons[start.kind], start.id)
  }
  return query.orderBy('tag.verification_id', orderOf(start))
}

/** Few enough rows to sort after filtering. */
function rareIdsOf(
  db: Reader,
  filter: VerificationFilters,
  start: PageStart,
  { rare, tags }: { readonly rare: readonly string[]; readonly tags: readonly string[] },
) {
  let query = db
    .selectFrom('verifications as one')
    .select('one.id')
    .where('one.id', 'in', rare)
    .where(all(conditionsOf(filter)))
  for (const tag of tags) query = query.where(hasTag(db, filter.environment, tag, 'one.id'))
  if (start.kind !== 'newest') query = query.where('one.id', comparisons[start.kind], start.id)
  return query.orderBy('one.id', orderOf(start))
}

/** The index of references has all that a filter without other conditions needs. */
function referencedIdsOf(
  db: Reader,
  filter: ReferenceFilter,
  start: PageStart,
  tags: readonly string[],
) {
  const others = conditionsOf({ ...filter, externalRef: undefined })
  let query = db
    .selectFrom(selectReferenced(db, filter).as('referenced'))
    .select('referenced.id')
    .orderBy('referenced.id', orderOf(start))
  if (start.kind !== 'newest')
    query = query.where('referenced.id', comparisons[start.kind], start.id)
  if (others.length + tags.length === 0) return query
  let passing = db.selectFrom('verifications as one').select('one.id').where(all(others))
  for (const tag of tags) passing = passing.where(hasTag(db, filter.environment, tag, 'one.id'))
  passing = passing.where('one.id', '=', sql.ref<string>('referenced.id'))
  return query.where(({ exists }) => exists(passing))
}

function hasTag(
  db: Reader,
  environment: Environment,
  tag: string,
  of: 'tag.verification_id' | 'one.id' = 'tag.verification_id',
) {
  const { exists } = expressionBuilder<{ tag: VerificationTagTable }, 'tag'>()
  return exists(
    db
      .selectFrom('verification_tags as other_tag')
      .select('other_tag.tag')
      .where('other_tag.environment', '=', environment)
      .where('other_tag.tag', '=', tag)
      .where('other_tag.verification_id', '=', sql.ref<string>(of)),
  )
}

const comparisons = { after: '<', before: '>', at: '<=' } as const

function orderOf(start: PageStart): 'asc' | 'desc' {
  return start.kind === 'before' ? 'asc' : 'desc'
}

/** A literal, so that SQLite chooses the partial index on skipped scores. */
const skipped = sql.lit('skipped' as const)

function all(conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  return expressionBuilder().and([...conditions])
}

/** Conditions on the columns of `verifications`, with the alias `one`. */
function conditionsOf(filter: VerificationFilters): readonly Expression<SqlBool>[] {
  const { status, country, idType, externalRef, scoringSkipped, id } = filter
  const { idNumberIndexes, nameIndexes } = filter
  const eb = expressionBuilder<{ one: VerificationTable }, 'one'>()
  // Few scores are ever skipped, so their index leads and the common conditions are tested row by row.
  const common = scoringSkipped ? withoutIndex : sql.ref<string>
  return [
    ...(status === undefined ? [] : [eb(common('one.status'), '=', status)]),
    ...(country === undefined ? [] : [eb(common('one.country'), '=', country)]),
    ...(idType === undefined ? [] : [eb(common('one.id_type'), '=', idType)]),
    ...(externalRef === undefined ? [] : beginningWith(externalRef)),
    ...(scoringSkipped === undefined
      ? []
      : [eb('one.scoring', scoringSkipped ? '=' : '!=', skipped)]),
    ...(id === undefined ? [] : [eb('one.id', '=', id)]),
    ...(idNumberIndexes === undefined ? [] : [eb('one.id_number_index', 'in', idNumberIndexes)]),
    ...(nameIndexes === undefined ? [] : [isNamed(filter.environment, nameIndexes)]),
  ]
}

function isNamed(environment: Environment, digests: readonly Buffer[]): Expression<SqlBool> {
  const eb = expressionBuilder<Schema & { one: VerificationTable }, 'one'>()
  // PostgreSQL refuses an empty list.
  if (digests.length === 0) return eb.lit(false)
  const named = eb
    .selectFrom('verification_names')
    .select('verification_id')
    .where('environment', '=', environment)
    .where('digest', 'in', digests)
  return eb('one.id', 'in', named)
}

/** In any case. Rows are tested one by one, where many begin alike. */
function beginningWith(reference: string): readonly Expression<SqlBool>[] {
  const eb = expressionBuilder<{ one: VerificationTable }, 'one'>()
  const text = foldText(reference)
  const column = folded('one.external_ref')
  return [eb(column, '>=', text), eb(column, '<', endOfPrefix(text))]
}
