import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { prepareList } from '../../../server/db/prepared-list.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { openTestDatabase } from '../../support/database.ts'

const list = prepareList((db, keys, { from }: { readonly from: number }) =>
  db
    .selectFrom('audit_once')
    .select('deduplication_key')
    .where('deduplication_key', 'in', keys)
    .where('at', '>=', from)
    .orderBy('at'),
)
const move = prepareList((db, keys, { to }: { readonly to: number }) =>
  db.updateTable('audit_once').set({ at: to }).where('deduplication_key', 'in', keys),
)

async function openWithRows(t: TestContext) {
  const { db } = await openTestDatabase(t)
  await inTransaction(db, async (trx) => {
    const rows = [1, 2, 3, 4, 5].map((at) => ({ deduplication_key: `key ${at}`, at }))
    await trx.insertInto('audit_once').values(rows).execute()
  })
  const find = async (keys: readonly string[], from = 0) =>
    (await list.all(db.reader, keys, { from })).map((row) => row.deduplication_key)
  return { db, find }
}

describe('a prepared query with a list', () => {
  test('finds the rows of lists of any length', async (t) => {
    const { find } = await openWithRows(t)
    assert.deepEqual(await find(['key 3']), ['key 3'])
    assert.deepEqual(await find(['key 3', 'key 1', 'key 5']), ['key 1', 'key 3', 'key 5'])
    assert.deepEqual(await find(['key 3', 'key 1', 'key 5', 'none', 'key 4'], 4), [
      'key 4',
      'key 5',
    ])
    const many = Array.from({ length: 700 }, (_, index) => `key ${index + 3}`)
    assert.deepEqual(await find(many), ['key 3', 'key 4', 'key 5'])
  })

  test('finds and changes nothing for an empty list', async (t) => {
    const { db, find } = await openWithRows(t)
    assert.deepEqual(await find([]), [])
    assert.equal(await inTransaction(db, (trx) => move.run(trx, [], { to: 9 })), 0)
  })

  test('counts each changed row once', async (t) => {
    const { db } = await openWithRows(t)
    const keys = ['key 1', 'key 2', 'key 3']
    assert.equal(await inTransaction(db, (trx) => move.run(trx, keys, { to: 9 })), 3)
  })

  test('refuses a list that a database would not take', async (t) => {
    const { find } = await openWithRows(t)
    await assert.rejects(find(Array.from({ length: 16_385 }, () => 'key')), /too long/)
  })
})
