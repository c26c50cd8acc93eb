// Reviews: the queue of cases that people look at, and what they did in each; beside them the marks by
// which verifications are found that carry several of a kind.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function reviews(trx: Trx): Promise<void> {
  await createReviews(trx)
  await createEntries(trx)
  await createMarks(trx)
  await markByReason(trx)
  await markByBand(trx)
}

async function createReviews(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('reviews')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('verification_id', 'text', (column) =>
      column.notNull().unique().references('verifications.id'),
    )
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('causes', 'text', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'integer')
    .addColumn('kept_for', 'text')
    .addColumn('kept_until', 'integer')
    .addColumn('proposal_id', 'text')
    .addColumn('proposed_by', 'text')
    .addColumn('proposed_at', 'integer')
    .addColumn('checker_id', 'text')
    .addColumn('proposal_evidence', 'text')
    .addColumn('outcome', 'text')
    .addColumn('outcome_reasons', 'text')
    .addColumn('decided_by', 'text')
    .addColumn('approved_by', 'text')
    .addColumn('closed_at', 'integer')
    .modifyEnd(sql`strict`)
    .execute()
  await index(trx, 'reviews', ['environment', 'state', 'id'])
  await trx.schema
    .createIndex('reviews_closed')
    .on('reviews')
    .columns(['environment', 'closed_at'])
    .where(sql.ref('closed_at'), 'is not', null)
    .execute()
  await trx.schema
    .createIndex('reviews_claimed')
    .on('reviews')
    .columns(['claimed_by'])
    .where(sql.ref('claimed_by'), 'is not', null)
    .execute()
}

async function createEntries(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('review_entries')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('review_id', 'text', (column) => column.notNull().references('reviews.id'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('author_id', 'text')
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('note', 'blob')
    .addUniqueConstraint('review_entries_in_order', ['review_id', 'number'])
    .modifyEnd(sql`strict`)
    .execute()
  await sql`create trigger review_entries_are_not_changed before update on review_entries
begin select raise(abort, 'entries of a review are never changed'); end`.execute(trx)
}

async function createMarks(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('verification_marks')
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('mark', 'text', (column) => column.notNull())
    .addColumn('verification_id', 'text', (column) =>
      column.notNull().references('verifications.id'),
    )
    .addPrimaryKeyConstraint('verification_marks_pk', ['environment', 'mark', 'verification_id'])
    .modifyEnd(sql`strict`)
    .execute()
  await trx.schema
    .createIndex('verifications_by_document_number')
    .on('verifications')
    .columns(['environment', 'id_number_index', 'id'])
    .where(sql.ref('id_number_index'), 'is not', null)
    .execute()
}

/** The lists of reasons that occur are few; each is taken apart once. */
async function markByReason(trx: Trx): Promise<void> {
  const lists = await trx.selectFrom('verifications').select('reasons').distinct().execute()
  for (const { reasons: list } of lists) {
    for (const code of JSON.parse(list) as readonly string[]) {
      await sql`insert into verification_marks (environment, mark, verification_id)
        select environment, ${`reason:${code}`}, id from verifications
        where reasons = ${list}`.execute(trx)
    }
  }
}

/** Specification 2.4. */
async function markByBand(trx: Trx): Promise<void> {
  const from = { low: 0, medium: 300, high: 550, premium: 800 }
  const to = { low: 299, medium: 549, high: 799, premium: 1000 }
  for (const band of ['low', 'medium', 'high', 'premium'] as const) {
    await sql`insert into verification_marks (environment, mark, verification_id)
      select verifications.environment, ${`band:${band}`}, verifications.id
      from scores join verifications on verifications.id = scores.verification_id
      where scores.score between ${from[band]} and ${to[band]}`.execute(trx)
  }
}

async function index(trx: Trx, table: string, columns: string[]): Promise<void> {
  await trx.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
}
