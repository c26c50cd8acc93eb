import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { cancelBacklog, cancelBacklogs } from '../../../server/deliveries/cancel-backlog.ts'
import { changeWebhook } from '../../../server/deliveries/change-webhook.ts'
import { deleteWebhook } from '../../../server/deliveries/delete-webhook.ts'
import { listInactiveWithPending } from '../../../server/deliveries/delivery-cancel-store.ts'
import { setReplayed } from '../../../server/deliveries/delivery-store.ts'
import { findDelivery } from '../../../server/deliveries/delivery-view.ts'
import { replayRange } from '../../../server/deliveries/replay-range.ts'
import { commitsIn, openTestDatabase, plansOf } from '../../support/database.ts'
import {
  aDelivery,
  aFailedDelivery,
  keepDeliveries,
  keepWebhook,
} from '../../support/deliveries.ts'
import { onSqlite } from '../../support/postgres.ts'
import { testKeyring } from '../../support/test-keyring.ts'
import { openWebhookNeeds } from '../webhooks/webhook-needs.ts'

/** Two transactions' worth of failed deliveries. */
async function openFailed(t: TestContext) {
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
  const { needs, webhookId, span, count } = await openFailed(t)
  const tallies: number[] = []
  const fail = replayRange(needs, fromCommandLine, { webhookId }, span, {
    async inSameTransaction(_trx, { replayed }) {
      tallies.push(replayed)
      throw new Error('no room')
    },
  })
  await assert.rejects(fail, /no room/)
  assert.deepEqual([count('pending'), count('failed')], [500, 100])
  const rest = await replayRange(needs, fromCommandLine, { webhookId }, span, {
    async inSameTransaction(_trx, { replayed }) {
      tallies.push(replayed)
    },
  })
  assert.deepEqual([rest.matched, count('pending'), tallies], [100, 600, [600, 100]])
})

test('each batch of a replay asks whether it may go on', async (t) => {
  const { needs, webhookId, span, count } = await openFailed(t)
  let asked = 0
  const admit = async () => {
    asked += 1
    if (asked > 1) throw new Error('revoked')
  }
  await assert.rejects(
    replayRange(needs, fromCommandLine, { webhookId }, span, { admit }),
    /revoked/,
  )
  assert.deepEqual([count('pending'), count('failed')], [500, 100])
})

test('a delivery that has gone its own way since it was found is left alone', async (t) => {
  const { db, clock, log, webhookId } = await openFailed(t)
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

/** A webhook that three transactions' worth of deliveries wait for. */
async function openWaiting(t: TestContext) {
  const needs = await openWebhookNeeds(t)
  const { id } = await keepWebhook(needs.db)
  await keepDeliveries(needs.db, ...Array.from({ length: 1_200 }, () => aDelivery(id)))
  const name = { id, environment: undefined }
  const count = (state: string) =>
    needs.db.raw
      .prepare('select count(*) from webhook_deliveries where state = ?')
      .pluck()
      .get(state)
  const setActive = (active: boolean) =>
    changeWebhook(needs, fromCommandLine, { ...name, change: { active } })
  return { needs, id, name, count, setActive }
}

describe('a large backlog', () => {
  test(
    'is called off in short transactions, of which the first deactivates',
    onSqlite,
    async (t) => {
      const { needs, id, count, setActive } = await openWaiting(t)
      const { webhook, cancelled } = await setActive(false)
      assert.deepEqual([webhook.active, cancelled, count('pending')], [false, 1_200, 700])
      const before = commitsIn(needs.file)
      assert.equal(await cancelBacklog(needs, id), 700)
      assert.deepEqual([count('pending'), count('cancelled')], [0, 1_200])
      assert.equal(commitsIn(needs.file) - before, 2)
    },
  )

  test('of a deleted webhook is, too', async (t) => {
    const { needs, name, count } = await openWaiting(t)
    assert.equal(await deleteWebhook(needs, fromCommandLine, name), 1_200)
    assert.equal(count('pending'), 700)
    assert.equal(await cancelBacklogs(needs), 700)
    assert.equal(count('pending'), 0)
  })

  test('that a crash left half called off does not come back with its webhook', async (t) => {
    const { count, setActive } = await openWaiting(t)
    await setActive(false)
    await setActive(true)
    assert.deepEqual([count('pending'), count('cancelled')], [0, 1_200])
  })

  test('is left alone where the webhook is active', async (t) => {
    const { needs, id, count } = await openWaiting(t)
    assert.equal(await cancelBacklog(needs, id), 0)
    assert.equal(await cancelBacklogs(needs), 0)
    assert.equal(count('pending'), 1_200)
  })

  test('is found by a look-up for each webhook', onSqlite, async (t) => {
    const { needs } = await openWaiting(t)
    const plans = await plansOf(t, needs.file, (trx) => listInactiveWithPending(trx))
    assert.deepEqual(
      plans.map((step) => step.replace(/ USING .*(\(.*\))$/, ' $1')),
      ['SCAN webhook', 'SEARCH delivery EXISTS (webhook_id=? AND state=?)'],
    )
  })
})
