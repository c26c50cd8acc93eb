import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findInstance, insertInstance } from '../../../server/db/instance.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { isUniqueViolation } from '../../../server/db/unique-violation.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { openTestDatabase } from '../../support/database.ts'

describe('the installation', () => {
  test('is unknown until it is written down, then known for good', async (t) => {
    const { db, clock } = await openTestDatabase(t)
    assert.equal(await findInstance(db.reader), undefined)
    const instance = { id: newId('ins', clock.now()), masterKeyId: '0011223344556677' }
    await inTransaction(db, (trx) => insertInstance(trx, instance, clock.now()))
    assert.deepEqual(await findInstance(db.reader), { ...instance, createdAt: clock.now() })
  })

  test('is one: a second cannot be written', async (t) => {
    const { db } = await openTestDatabase(t)
    const write = (id: string) =>
      inTransaction(db, (trx) => insertInstance(trx, { id, masterKeyId: 'm' }, 0))
    await write('ins_1')
    await assert.rejects(write('ins_2'), isUniqueViolation)
    assert.equal((await findInstance(db.reader))?.id, 'ins_1')
  })
})
