import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { prepare, prepareOptional } from '../../../server/db/prepared.ts'
import { prepareList } from '../../../server/db/prepared-list.ts'
import { inTransaction, type Trx } from '../../../server/db/transaction.ts'
import { openTestDatabase } from '../../support/database.ts'

interface Once {
  deduplication_key: string
  at: number
}

const insert = prepare((db, row: Once) => db.insertInto('audit_once').values(row))
const find = prepare((db, { from, to }: { readonly from: number; readonly to: number }) =>
  db
    .selectFrom('audit_once')
    .select('deduplication_key')
    .where('at', '<', to)
    .where('at', '>=', from)
    .orderBy('at'),
)

async function openWithRows(t: TestContext, count = 3) {
  const { db } = await openTestDatabase(t)
  await inTransaction(db, async (trx) => {
    for (let at = 1; at <= count; at += 1) {
      await insert.run(trx, { deduplication_key: `key ${at}`, at })
    }
  })
  return db
}

describe('a prepared query', () => {
  test('binds its values by name, in whatever order a call gives them', async (t) => {
    const db = await openWithRows(t)
    const keys = async (values: { readonly from: number; readonly to: number }) =>
      (await find.all(db.reader, values)).map((row) => row.deduplication_key)
    assert.deepEqual(await keys({ from: 1, to: 3 }), ['key 1', 'key 2'])
    assert.deepEqual(await keys({ to: 4, from: 3 }), ['key 3'])
    assert.equal(await find.first(db.reader, { from: 9, to: 10 }), undefined)
  })

  test('says how many rows it changed', async (t) => {
    const db = await openWithRows(t)
    const move = prepare((db, { at }: { readonly at: number }) =>
      db.updateTable('audit_once').set({ at: 0 }).where('at', '>', at),
    )
    assert.equal(await inTransaction(db, (trx) => move.run(trx, { at: 1 })), 2)
  })

  test('refuses a missing, an undefined and a further value instead of writing NULL', async (t) => {
    const db = await openWithRows(t)
    const write = (row: object) => inTransaction(db, (trx) => insert.run(trx, row as Once))
    await assert.rejects(write({ deduplication_key: 'a' }), /prepared for deduplication_key, at/)
    await assert.rejects(write({ deduplication_key: 'a', at: undefined }), /a value for at/)
    await assert.rejects(write({ deduplication_key: 'a', at: 1, by: 'b' }), /was prepared for/)
    await assert.rejects(write({ deduplication_key: 'a', when: 1 }), /a value for at/)
  })

  test('cannot be built by computing with a value', async (t) => {
    const db = await openWithRows(t)
    const broken = prepare((db, { at }: { readonly at: number }) =>
      db
        .selectFrom('audit_once')
        .selectAll()
        .where('at', '>', at + 1),
    )
    await assert.rejects(broken.all(db.reader, { at: 1 }), /at is known only when the query runs/)
  })

  test('is refused once its transaction has ended', async (t) => {
    const db = await openWithRows(t)
    const kept: Trx[] = []
    await inTransaction(db, async (trx) => void kept.push(trx))
    const [ended] = kept
    assert.ok(ended)
    const row = { deduplication_key: 'late', at: 4 }
    await assert.rejects(insert.run(ended, row), /the transaction has ended/)
    assert.equal((await find.all(db.reader, { from: 4, to: 5 })).length, 0)
  })

  test('with optional values leaves out the conditions of those that are undefined', async (t) => {
    const db = await openWithRows(t)
    interface Range {
      readonly from?: number | undefined
      readonly to?: number | undefined
    }
    const count = prepareOptional((db, { from, to }: Range) => {
      let query = db.selectFrom('audit_once').select((of) => of.fn.countAll<number>().as('rows'))
      if (from !== undefined) query = query.where('at', '>=', from)
      if (to !== undefined) query = query.where('at', '<', to)
      return query
    })
    const rows = async (range: Range) => (await count.first(db.reader, range))?.rows
    assert.equal(await rows({}), 3)
    assert.equal(await rows({ from: 2, to: undefined }), 2)
    assert.equal(await rows({ from: undefined, to: 2 }), 1)
    assert.equal(await rows({ from: 2, to: 3 }), 1)
    assert.equal(await rows({ from: 3 }), 1)
  })
})

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

async function openFive(t: TestContext) {
  const db = await openWithRows(t, 5)
  const find = async (keys: readonly string[], from = 0) =>
    (await list.all(db.reader, keys, { from })).map((row) => row.deduplication_key)
  return { db, find }
}

describe('a prepared query with a list', () => {
  test('finds the rows of lists of any length', async (t) => {
    const { find } = await openFive(t)
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
    const { db, find } = await openFive(t)
    assert.deepEqual(await find([]), [])
    assert.equal(await inTransaction(db, (trx) => move.run(trx, [], { to: 9 })), 0)
  })

  test('counts each changed row once', async (t) => {
    const { db } = await openFive(t)
    const keys = ['key 1', 'key 2', 'key 3']
    assert.equal(await inTransaction(db, (trx) => move.run(trx, keys, { to: 9 })), 3)
  })

  test('refuses a list that a database would not take', async (t) => {
    const { find } = await openFive(t)
    await assert.rejects(find(Array.from({ length: 16_385 }, () => 'key')), /too long/)
  })
})
