// SQLite only: both sides are files. A move has PostgreSQL on one of them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sqliteSide } from '../../../server/db/sqlite/sqlite-side.ts'
import { copyAllTables } from '../../../server/operations/move/copy-all-tables.ts'
import { openTestDatabase } from '../../support/database.ts'

const order = { signal: new AbortController().signal, onProgress() {} }

test('a copy that goes on is refused where its source was changed meanwhile', async (t) => {
  const [from, to] = [(await openTestDatabase(t)).db, (await openTestDatabase(t)).db]
  const needs = {
    source: { db: from, side: sqliteSide(from.raw), place: 'the folder' },
    target: { db: to, side: sqliteSide(to.raw), place: 'the server' },
  }
  const change = (sql: string) => from.raw.exec(sql)
  change(`insert into audit_once (deduplication_key, at) values ('a', 1), ('b', 2)`)
  assert.equal((await copyAllTables(needs, order, false)).rowsCopied, 2)
  change(`insert into audit_once (deduplication_key, at) values ('c', 3)`)
  assert.equal((await copyAllTables(needs, order, true)).rowsCopied, 1)

  change(`update audit_once set at = 4 where deduplication_key = 'a'`)
  await assert.rejects(copyAllTables(needs, order, true), {
    name: 'MoveRefusedError',
    message:
      /^The copy is not equal to its source: audit_once \(3 rows here, 3 there\)\. The source was changed since the copy was begun\. .*Delete the server, make it anew/,
  })
  change(`update audit_once set at = 1 where deduplication_key = 'a'`)
  change(`delete from audit_once where deduplication_key = 'b'`)
  await assert.rejects(copyAllTables(needs, order, false), { message: /\(2 rows here, 3 there\)/ })
})
