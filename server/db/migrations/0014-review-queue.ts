// What the filters of the review queue look in: the causes of what is not closed yet, a row each, and whom
// a review has to do with.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function reviewQueue(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('waiting_causes')
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('cause', 'text', (column) => column.notNull())
    .addColumn('review_id', 'text', (column) => column.notNull().references('reviews.id'))
    .addPrimaryKeyConstraint('waiting_causes_pk', ['environment', 'cause', 'review_id'])
    .modifyEnd(sql`strict`)
    .execute()
  await trx.schema
    .createIndex('waiting_causes_by_review_id')
    .on('waiting_causes')
    .columns(['review_id'])
    .execute()
  await fillCauses(trx)
  for (const column of ['kept_for', 'proposed_by', 'checker_id', 'decided_by', 'approved_by']) {
    await trx.schema
      .createIndex(`reviews_by_${column}_id`)
      .on('reviews')
      .columns([column, 'id'])
      .where(sql.ref(column), 'is not', null)
      .execute()
  }
}

/** The lists of causes that occur are few; each is taken apart once. */
async function fillCauses(trx: Trx): Promise<void> {
  const lists = await trx
    .selectFrom('reviews')
    .select('causes')
    .distinct()
    .where('state', '!=', 'closed')
    .execute()
  for (const { causes: list } of lists) {
    for (const cause of JSON.parse(list) as readonly string[]) {
      await sql`insert into waiting_causes (environment, cause, review_id)
        select environment, ${cause}, id from reviews
        where causes = ${list} and state != 'closed'`.execute(trx)
    }
  }
}
