import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import {
  attemptOutcomeOf,
  type RecordedAttempt,
} from '../../../server/deliveries/attempt-outcome.ts'
import type { DueDelivery } from '../../../server/deliveries/delivery-queue-store.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { hasAlertOfFailing, hasAlertSince } from '../../../server/webhooks/alert-store.ts'
import { failingAlertEveryMs, updateHealth } from '../../../server/webhooks/webhook-health.ts'
import { findWebhook } from '../../../server/webhooks/webhook-store.ts'
import { captureLog } from '../../support/captured-log.ts'
import { openTestDatabase, plansOf } from '../../support/database.ts'
import { keepWebhook } from '../../support/deliveries.ts'
import { onSqlite } from '../../support/postgres.ts'

const plan = { retryDelaysMs: [60_000], maxFailedAttempts: 5 }

/** A webhook whose attempts end as the test says, each a minute after the one before. */
async function open(t: TestContext) {
  const { db, clock, file } = await openTestDatabase(t)
  const { log, lines } = captureLog(clock)
  const { id } = await keepWebhook(db)
  const attempt = async (...statuses: readonly number[]) => {
    clock.advance(60_000)
    const recorded = statuses.map((status) => attemptOf(id, clock.now(), status))
    await inTransaction(db, (trx) => updateHealth({ clock, log }, trx, recorded))
  }
  const alerts = () =>
    db.raw.prepare('select kind from webhook_alerts order by rowid').pluck().all()
  const statuses = () =>
    db.raw.prepare('select status from webhook_alerts order by rowid').pluck().all()
  const failingSince = async () => (await findWebhook(db.reader, id))?.failingSince
  return { clock, file, lines, attempt, alerts, statuses, failingSince }
}

function attemptOf(webhookId: string, atMs: number, status: number): RecordedAttempt {
  const delivery: DueDelivery = {
    id: newId('dlv', atMs),
    eventId: newId('evt', atMs),
    webhookId,
    priority: 'first_attempt',
    dueAt: atMs,
    attempt: 1,
    failedAttempts: 0,
    replays: 0,
  }
  const result = { kind: 'answered', status, retryAfterMs: undefined, durationMs: 1 } as const
  const finished = { delivery, startedAt: atMs, endedAt: atMs, result } as const
  return { finished, outcome: attemptOutcomeOf(plan, finished) }
}

test('an alert has the status of the response that raised it', onSqlite, async (t) => {
  const { attempt, statuses } = await open(t)
  await attempt(503)
  await attempt(204)
  assert.deepEqual(statuses(), [503, null])
})

describe('a webhook that fails every now and then', () => {
  test(
    'raises one alert in half an hour, though every failure is recorded',
    onSqlite,
    async (t) => {
      const { clock, attempt, alerts, failingSince } = await open(t)
      for (let minute = 0; minute < 20; minute += 2) {
        await attempt(500)
        assert.equal(await failingSince(), clock.now())
        await attempt(204)
        assert.equal(await failingSince(), undefined)
      }
      assert.deepEqual(alerts(), ['failing', 'recovered'])
      clock.advance(failingAlertEveryMs)
      await attempt(500)
      await attempt(204)
      assert.deepEqual(alerts(), ['failing', 'recovered', 'failing', 'recovered'])
    },
  )

  test('raises one alert though many attempts end together', onSqlite, async (t) => {
    const { attempt, alerts } = await open(t)
    await attempt(204, 500, 204, 500, 500, 204, 500)
    assert.deepEqual(alerts(), ['failing', 'recovered'])
  })
})

test(
  'a webhook that goes on failing raises its next alert as soon as it may',
  onSqlite,
  async (t) => {
    const { clock, attempt, alerts } = await open(t)
    await attempt(500, 204)
    await attempt(500)
    assert.deepEqual(alerts(), ['failing', 'recovered'])
    clock.advance(failingAlertEveryMs)
    await attempt(500)
    assert.deepEqual(alerts(), ['failing', 'recovered', 'failing'])
  },
)

test('that a webhook fails is a warning, that it has recovered is not', async (t) => {
  const { attempt, lines } = await open(t)
  await attempt(500, 204)
  const told = lines.map((line) => JSON.parse(line)).map(({ level, reason }) => [level, reason])
  assert.deepEqual(told, [
    ['warn', 'failing'],
    ['info', 'recovered'],
  ])
})

test('past alerts are found by an index', onSqlite, async (t) => {
  const { file } = await open(t)
  const plans = await plansOf(t, file, async (trx) => {
    await hasAlertSince(trx, { webhookId: 'wh_x', kind: 'failing', idFrom: 'alr_0' })
    await hasAlertOfFailing(trx, 'wh_x', 5)
  })
  assert.deepEqual(
    plans.map((step) => step.replace(/ USING .*(\(.*\))$/, ' $1')),
    [
      'SEARCH webhook_alerts (webhook_id=? AND id>?)',
      'SEARCH webhook_alerts (webhook_id=? AND kind=? AND failing_since=?)',
    ],
  )
})
