import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { setReplayed } from '../../../server/deliveries/delivery-store.ts'
import { findDelivery } from '../../../server/deliveries/delivery-view.ts'
import { replayRange } from '../../../server/deliveries/replay-range.ts'
import { openTestDatabase } from '../../support/database.ts'
import { aFailedDelivery, keepDeliveries, keepWebhook } from '../../support/deliveries.ts'
import { testKeyring } from '../../support/test-keyring.ts'

/** Two transactions' worth of failed deliveries. */
async function open(t: TestContext) {
  const { db, clock } = await openTestDatabase(t)
  const { id: webhookId } = await keepWebhook(db)
  const log = Array.from({ length: 600 }, () => aFailedDelivery(webhookId))
  await keepDeliveries(db, ...log)
  clock.advance(1000)
  const span = { state: 'failed', eventType: undefined, createdFrom: undefined } as const
  const count = (state: string) =>
    db.raw.prepare('select count(*) from webhook_deliveries where state = ?').pluck().get(state)
  return {
    db,
    clock,
    log,
    webhookId,
    needs: { db, clock, keyring: testKeyring(), wakeDeliveries() {} },
    span: { ...span, createdTo: clock.now(), isDryRun: false },
    count,
  }
}

test('what goes along with a replay is written with its last deliveries, or not at all', async (t) => {
  const { needs, webhookId, span, count } = await open(t)
  const tallies: number[] = []
  const fail = replayRange(
    needs,
    fromCommandLine,
    { webhookId },
    span,
    async (_trx, { replayed }) => {
      tallies.push(replayed)
      throw new Error('no room')
    },
  )
  await assert.rejects(fail, /no room/)
  assert.deepEqual([count('pending'), count('failed')], [500, 100])
  const rest = await replayRange(
    needs,
    fromCommandLine,
    { webhookId },
    span,
    async (_trx, { replayed }) => {
      tallies.push(replayed)
    },
  )
  assert.deepEqual([rest.matched, count('pending'), tallies], [100, 600, [600, 100]])
})

test('a delivery that has gone its own way since it was found is left alone', async (t) => {
  const { db, clock, log, webhookId } = await open(t)
  const ids = log.slice(0, 2).map(({ id }) => id)
  const replay = (some: readonly string[]) =>
    inTransaction(db, (trx) => setReplayed(trx, some, { state: 'failed', nowMs: clock.now() }))
  assert.equal(await replay(ids.slice(0, 1)), 1)
  assert.equal(await replay(ids), 1)
  const again = await Promise.all(ids.map((id) => findDelivery(db.reader, webhookId, id)))
  assert.deepEqual(
    again.map((one) => one?.replays),
    [1, 1],
  )
})
