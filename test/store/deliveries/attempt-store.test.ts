import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { insertAttempts, markDelivered } from '../../../server/deliveries/attempt-store.ts'
import { listAttempts } from '../../../server/deliveries/delivery-view.ts'
import { openTestDatabase } from '../../support/database.ts'
import { aDelivery, keepDeliveries, keepWebhook } from '../../support/deliveries.ts'

async function openWithDeliveries(t: Parameters<typeof openTestDatabase>[0], count: number) {
  const { db } = await openTestDatabase(t)
  const { id } = await keepWebhook(db)
  const deliveries = Array.from({ length: count }, () => aDelivery(id))
  await keepDeliveries(db, ...deliveries)
  return { db, ids: deliveries.map((delivery) => delivery.id) }
}

test('many attempts recorded together are all kept, also where a number is taken', async (t) => {
  const { db, ids } = await openWithDeliveries(t, 40)
  const first = { number: 1, startedAt: 7, durationMs: 1, status: 204, error: undefined }
  const record = (some: readonly string[]) =>
    inTransaction(db, (trx) =>
      insertAttempts(
        trx,
        some.map((deliveryId) => ({ deliveryId, ...first })),
      ),
    )
  const taken = [3, 20, 39].flatMap((place) => ids[place] ?? [])
  await record(taken)
  await record(ids)
  for (const id of ids) {
    const numbers = (await listAttempts(db.reader, id)).map(({ number }) => number)
    assert.deepEqual(numbers.toSorted(), taken.includes(id) ? [1, 2] : [1])
  }
})

test('of deliveries that are marked together those are named that were still pending', async (t) => {
  const { db, ids } = await openWithDeliveries(t, 4)
  const [replayed = '', cancelled = '', ...others] = ids
  db.raw.prepare('update webhook_deliveries set replays = 1 where id = ?').run(replayed)
  const cancel = "update webhook_deliveries set state = 'cancelled', finished_at = 9 where id = ?"
  db.raw.prepare(cancel).run(cancelled)
  const mark = (some: readonly string[], replays: number) => {
    const delivered = { replays, status: 204, finishedAt: 9 }
    return inTransaction(db, (trx) => markDelivered(trx, some, delivered))
  }
  assert.deepEqual((await mark(ids, 0)).toSorted(), others.toSorted())
  assert.deepEqual(await mark([replayed], 1), [replayed])
})
