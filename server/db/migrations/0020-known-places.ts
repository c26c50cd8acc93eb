// From which networks and with which kinds of browsers each account was signed in to, so that its owner can be told
// of a sign-in from elsewhere; and with which browser such a one was.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function knownPlaces(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('known_places')
    .addColumn('user_id', 'text', (column) => column.notNull().references('staff_members.id'))
    .addColumn('trait', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('last_at', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('known_places_key', ['user_id', 'trait', 'value'])
    .modifyEnd(sql`strict`)
    .execute()
  await trx.schema
    .createIndex('known_places_by_last_at')
    .on('known_places')
    .columns(['last_at'])
    .execute()
  await trx.schema.alterTable('account_notices').addColumn('browser', 'text').execute()
}
