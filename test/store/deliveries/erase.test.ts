import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { findDelivery } from '../../../server/deliveries/delivery-view.ts'
import { eraseEventsOf } from '../../../server/deliveries/erase-events.ts'
import { bytesOnDisk, openTestDatabase } from '../../support/database.ts'
import {
  aDelivery,
  aFailedDelivery,
  keepDeliveries,
  keepWebhook,
  writeDelivery,
} from '../../support/deliveries.ts'
import { onSqlite } from '../../support/postgres.ts'

test('erasing a subject leaves nothing of the bodies on disk', onSqlite, async (t) => {
  const { db, clock, file } = await openTestDatabase(t)
  const { id } = await keepWebhook(db)
  // One that fits into a page, and one that takes several.
  const bodies = [64, 20_000].map((bytes, index) => Buffer.alloc(bytes, `sealed body ${index} `))
  const deliveries = bodies.map(() => aDelivery(id, { subjectId: 'ver_1' }))
  await inTransaction(db, async (trx) => {
    for (const [index, body] of bodies.entries()) {
      await writeDelivery(trx, deliveries[index] ?? aDelivery(id), { body })
    }
  })
  const traces = () => bodies.map((_, index) => bytesOnDisk(file).includes(`sealed body ${index}`))
  assert.deepEqual(traces(), [true, true])
  await inTransaction(db, (trx) => eraseEventsOf(trx, 'ver_1', clock.now()))
  db.raw.pragma('wal_checkpoint(TRUNCATE)')
  assert.deepEqual(traces(), [false, false])
})

test('erasing a subject cancels waiting deliveries, and leaves finished ones as they are', async (t) => {
  const { db, clock } = await openTestDatabase(t)
  const { id } = await keepWebhook(db)
  const [waiting, failed] = [
    aDelivery(id, { subjectId: 'ver_1' }),
    aFailedDelivery(id, { subjectId: 'ver_1' }),
  ]
  const other = aDelivery(id, { subjectId: 'ver_2' })
  await keepDeliveries(db, waiting, failed, other)
  clock.advance(1000)
  await inTransaction(db, (trx) => eraseEventsOf(trx, 'ver_1', clock.now()))
  const cancelled = { state: 'cancelled', lastError: 'body_gone', finishedAt: clock.now() } as const
  const now = async ({ id: of }: { readonly id: string }) => findDelivery(db.reader, id, of)
  assert.deepEqual(await now(waiting), { ...waiting, ...cancelled })
  assert.deepEqual(await now(failed), failed)
  assert.deepEqual(await now(other), other)
  const bodies = db.raw.prepare('select id from events where body is not null').pluck().all()
  assert.deepEqual(bodies, [other.eventId])
})

test('erasing a subject without events changes nothing', async (t) => {
  const { db, clock } = await openTestDatabase(t)
  const { id } = await keepWebhook(db)
  const other = aDelivery(id)
  await keepDeliveries(db, other)
  await inTransaction(db, (trx) => eraseEventsOf(trx, 'ver_1', clock.now()))
  assert.deepEqual(await findDelivery(db.reader, id, other.id), other)
})
