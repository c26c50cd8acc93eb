import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { cancelBacklog, cancelBacklogs } from '../../../server/deliveries/cancel-backlog.ts'
import { changeWebhook } from '../../../server/deliveries/change-webhook.ts'
import { deleteWebhook } from '../../../server/deliveries/delete-webhook.ts'
import { listInactiveWithPending } from '../../../server/deliveries/delivery-cancel-store.ts'
import { commitsIn, plansOf } from '../../support/database.ts'
import { aDelivery, keepDeliveries, keepWebhook } from '../../support/deliveries.ts'
import { onSqlite } from '../../support/postgres.ts'
import { openWebhookNeeds } from '../webhooks/webhook-needs.ts'

/** A webhook that three transactions' worth of deliveries wait for. */
async function open(t: TestContext) {
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
      const { needs, id, count, setActive } = await open(t)
      const { webhook, cancelled } = await setActive(false)
      assert.deepEqual([webhook.active, cancelled, count('pending')], [false, 1_200, 700])
      const before = commitsIn(needs.file)
      assert.equal(await cancelBacklog(needs, id), 700)
      assert.deepEqual([count('pending'), count('cancelled')], [0, 1_200])
      assert.equal(commitsIn(needs.file) - before, 2)
    },
  )

  test('of a deleted webhook is, too', async (t) => {
    const { needs, name, count } = await open(t)
    assert.equal(await deleteWebhook(needs, fromCommandLine, name), 1_200)
    assert.equal(count('pending'), 700)
    assert.equal(await cancelBacklogs(needs), 700)
    assert.equal(count('pending'), 0)
  })

  test('that a crash left half called off does not come back with its webhook', async (t) => {
    const { count, setActive } = await open(t)
    await setActive(false)
    await setActive(true)
    assert.deepEqual([count('pending'), count('cancelled')], [0, 1_200])
  })

  test('is left alone where the webhook is active', async (t) => {
    const { needs, id, count } = await open(t)
    assert.equal(await cancelBacklog(needs, id), 0)
    assert.equal(await cancelBacklogs(needs), 0)
    assert.equal(count('pending'), 1_200)
  })

  test('is found by a look-up for each webhook', onSqlite, async (t) => {
    const { needs } = await open(t)
    const plans = await plansOf(t, needs.file, (trx) => listInactiveWithPending(trx))
    assert.deepEqual(
      plans.map((step) => step.replace(/ USING .*(\(.*\))$/, ' $1')),
      ['SCAN webhook', 'SEARCH delivery EXISTS (webhook_id=? AND state=?)'],
    )
  })
})
