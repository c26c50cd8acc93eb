import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endedKinds, listIdsByEnd } from '../../../server/console-api/search/end-of-id-view.ts'
import {
  findByEndOfId,
  findByNumberIndex,
  findByReference,
  findVerifications,
} from '../../../server/console-api/search/verification-search-view.ts'
import { type Environment, environments } from '../../../server/kernel/environment.ts'
import { endOfPrefix } from '../../../server/kernel/fold-text.ts'
import { keepCompleted } from '../../support/console-verifications.ts'
import { openTestDatabase, plansOf } from '../../support/database.ts'
import { onSqlite } from '../../support/postgres.ts'

describe('a search for verifications', () => {
  test('finds references in any case, whole ones first, then those that begin alike', async (t) => {
    const database = await openTestDatabase(t)
    const { reader } = database.db
    const refs = ['Order-10', 'order-1', 'ORDER-1', 'order-100%', 'order_1', 'Ördre-1', 'other']
    for (const externalRef of refs) await keepCompleted(database, { externalRef })
    await keepCompleted(database, { externalRef: 'order-12', environment: 'sandbox' })
    const found = async (text: string, seen: readonly Environment[] = environments) =>
      (await findByReference(reader, text, seen)).map(({ externalRef }) => externalRef)
    const all = ['ORDER-1', 'order-1', 'Order-10', 'order-100%', 'order-12']
    assert.deepEqual((await found('oRDer-1')).toSorted(), all.toSorted())
    assert.deepEqual((await found('order-1')).slice(0, 2), ['ORDER-1', 'order-1'])
    assert.deepEqual(await found('order-1', ['sandbox']), ['order-12'])
    assert.deepEqual(await found('order-1', []), [])
    assert.deepEqual(await found('order-100%'), ['order-100%'])
    assert.deepEqual(await found('order_'), ['order_1'])
    assert.deepEqual(await found('Ördre'), ['Ördre-1'])
    assert.deepEqual(await found('%'), [])
  })

  test('gives at most twenty, in the same order each time', async (t) => {
    const database = await openTestDatabase(t)
    for (let count = 0; count < 25; count += 1) {
      await keepCompleted(database, { externalRef: `client-${String(count).padStart(2, '0')}` })
    }
    const { reader } = database.db
    const found = await findByReference(reader, 'CLIENT-', ['live'])
    assert.equal(found.length, 20)
    assert.deepEqual(
      found.map(({ externalRef }) => externalRef),
      found.map((_, at) => `client-${String(at).padStart(2, '0')}`),
    )
    const range = { from: 'ver_', to: endOfPrefix('ver_') }
    const byId = await findVerifications(reader, range, environments)
    assert.deepEqual([byId.length, byId[0]?.externalRef], [20, 'client-24'])
  })

  test('finds by the last characters of an id', async (t) => {
    const database = await openTestDatabase(t)
    const { id } = await keepCompleted(database, {})
    await keepCompleted(database, {})
    for (const length of [4, 5, 10, 26]) {
      const found = await findByEndOfId(database.db.reader, id.slice(-length), environments)
      assert.deepEqual(
        found.map((one) => one.id),
        [id],
      )
    }
    assert.deepEqual(await findByEndOfId(database.db.reader, id.slice(-4), ['sandbox']), [])
  })

  const searches = [
    ['reference', (db) => findByReference(db, 'x', environments)],
    ['id', (db) => findVerifications(db, { from: 'ver_0', to: 'ver_1' }, environments)],
    ['end of an id', (db) => findByEndOfId(db, '1234', environments)],
    [
      'number',
      (db) => findByNumberIndex(db, [Buffer.alloc(32), Buffer.alloc(32, 1)], environments),
    ],
  ] as const satisfies readonly (readonly [string, Parameters<typeof plansOf>[2]])[]
  for (const [name, search] of searches) {
    test(`by ${name} reads only entries of an index`, onSqlite, async (t) => {
      const { file } = await openTestDatabase(t)
      const plan = await plansOf(t, file, search)
      const searched = plan.filter((line) => !/TEMP B-TREE/.test(line))
      assert.ok(searched.length > 0)
      for (const line of searched) {
        assert.match(line, /^SEARCH verifications USING (COVERING )?INDEX/, plan.join('\n'))
        const key = /\((environment=\? AND (<expr>|id|id_number_index)|<expr>)[=<>]/
        assert.match(line, key, plan.join('\n'))
      }
    })
  }

  for (const kind of endedKinds) {
    test(
      `by the end of an id with ${kind}_ reads only entries of an index`,
      onSqlite,
      async (t) => {
        const { file } = await openTestDatabase(t)
        const plan = await plansOf(t, file, (db) => listIdsByEnd(db, kind, '1234'))
        assert.match(
          String(plan[0]),
          /^SEARCH \w+ USING (COVERING )?INDEX \w+_by_end_of_id \(<expr>=/,
        )
      },
    )
  }
})
