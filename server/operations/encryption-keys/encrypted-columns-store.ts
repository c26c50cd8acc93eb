// Replaces one encrypted value by the same value under a newer key, unless somebody has written another one since it
// was read.

import { sql } from 'kysely'
import type { Trx } from '../../db/transaction.ts'
import { columnName, type EncryptedCell } from './encrypted-columns-view.ts'

/** @throws Error for a column under data keys, which are rewrapped instead */
export async function replaceCell(
  trx: Trx,
  { table, column: name, id, encrypted: old, under }: EncryptedCell,
  encrypted: Buffer,
): Promise<void> {
  if (under.kind === 'subject') {
    throw new Error(`${columnName({ table, column: name })} is not under a purpose key`)
  }
  const column = sql.ref(name)
  await sql`update ${sql.table(table)} set ${column} = ${encrypted}
    where ${column} = ${old} and ${rowOf(table, id)}`.execute(trx)
}

function rowOf(table: EncryptedCell['table'], id: string) {
  if (table !== 'idempotency') return sql`id = ${id}`
  const [apiKeyId = '', digest = ''] = id.split(' ')
  return sql`api_key_id = ${apiKeyId} and idempotency_key = ${digest}`
}
