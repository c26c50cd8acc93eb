import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Appliance, openAppliance } from '../../server/appliance.ts'
import { loadConfig } from '../../server/config.ts'
import { holdServerLock, serverLockFile } from '../../server/db/server-lock.ts'
import { inTransaction } from '../../server/db/transaction.ts'
import { enqueueJob } from '../../server/jobs/enqueue-job.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { newId } from '../../server/kernel/ids.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { overdueAfterMs } from '../../server/operations/status-policy.ts'
import { insertAlert } from '../../server/webhooks/alert-store.ts'
import { aDelivery, keepDeliveries, keepWebhook } from '../support/deliveries.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { type Installation, install } from './installation.ts'

const minuteMs = 60_000

interface Seen extends Installation {
  /** Does something to the installation, so many minutes ago. */
  past(minutes: number, work: (appliance: Appliance) => Promise<unknown>): Promise<void>
  status(): Promise<{ readonly status: number; readonly seen: Record<string, unknown> }>
}

async function open(t: TestContext): Promise<Seen> {
  const installation = await install(t)
  const { configFile, svc } = installation
  return {
    ...installation,
    async past(minutes, work) {
      const loaded = loadConfig({ profile: 'appliance', env: {}, configFile })
      const clock = new ManualClock(systemClock.now() - minutes * minuteMs)
      const appliance = await openAppliance(loaded, { log: silentLog, clock })
      await work(appliance)
      await appliance.close()
    },
    async status() {
      const { status, out } = await svc(['status', '--json'])
      return { status, seen: JSON.parse(out) }
    },
  }
}

const enqueue = (subjectId: string) => (appliance: Appliance) =>
  inTransaction(appliance.db, (trx) =>
    enqueueJob(appliance, trx, { kind: 'verification.run', subjectId, payload: {} }),
  )

test('svc status is well where nothing waits, and says what there is', async (t) => {
  const { svc, status } = await open(t)
  const { status: ended, seen } = await status()
  assert.equal(ended, 0)
  const { database_bytes, ...rest } = seen
  assert.ok(Number(database_bytes) > 4096)
  assert.deepEqual(rest, {
    well: true,
    server_running: false,
    jobs: { waiting: 0, running: 0, due: 0, oldest_due_age_ms: 0 },
    webhooks: [],
    alerts: [],
    usage: { recounted_to: null, differences: 0 },
    problems: [],
  })
  const { out } = await svc(['status'])
  assert.match(out, /Server +not running\nDatabase +\d+\.\d MB\n/)
  assert.match(out, /All is well\.\n$/)
})

test('svc status tells whether a server holds the folder, and leaves it alone', async (t) => {
  const { dataDir, svc, status } = await open(t)
  const file = serverLockFile(dataDir)
  const lock = holdServerLock(file)
  assert.equal((await status()).seen.server_running, true)
  assert.match((await svc(['status'])).out, /Server +running\n/)
  lock.release()
  assert.equal((await status()).seen.server_running, false)
  holdServerLock(file).release()
})

test('svc status is well with work that has just come due, and is not once it is overdue', async (t) => {
  const { past, status, svc } = await open(t)
  await past(1, enqueue('ver_1'))
  const young = await status()
  assert.deepEqual([young.status, young.seen.well], [0, true])
  await past(overdueAfterMs / minuteMs + 1, enqueue('ver_2'))
  const { status: ended, seen } = await status()
  assert.deepEqual([ended, seen.well], [3, false])
  assert.match(String(seen.problems), /^Jobs have been due for 6 min/)
  assert.match((await svc(['status'])).out, /2 waiting, 2 due \(the oldest for 3\d\d s\)/)
})

test('svc status is not well while a webhook fails, and shows the alerts of a day', async (t) => {
  const { past, status, svc } = await open(t)
  const failingSince = systemClock.now() - 90 * minuteMs
  const alert = (webhookId: string, minutes: number) => {
    const createdAt = systemClock.now() - minutes * minuteMs
    const about = { kind: 'failing', failingSince: createdAt } as const
    const nothing = { deliveryId: undefined, error: undefined }
    const id = newId('alr', createdAt)
    return { id, environment: 'live' as const, webhookId, createdAt, ...about, ...nothing }
  }
  let webhookId = ''
  await past(0, async ({ db }) => {
    webhookId = (await keepWebhook(db, { failingSince })).id
    await keepWebhook(db, { failingSince, active: false })
    await inTransaction(db, async (trx) => {
      for (const minutes of [90, 25 * 60]) await insertAlert(trx, alert(webhookId, minutes))
    })
  })
  const { status: ended, seen } = await status()
  assert.equal(ended, 3)
  assert.deepEqual(seen.webhooks, [
    {
      id: webhookId,
      environment: 'live',
      failing_since: new Date(failingSince).toISOString(),
      due: 0,
      oldest_due_age_ms: 0,
    },
  ])
  assert.equal((seen.alerts as unknown[]).length, 1)
  const { out } = await svc(['status'])
  assert.match(out, new RegExp(`Alerts +1 in 24 h\\n.* failing ${webhookId}\\n`))
  assert.match(out, new RegExp(`Nothing has come through to ${webhookId} since `))
})

test('svc status is not well when deliveries wait although they are due', async (t) => {
  const { past, status } = await open(t)
  let webhookId = ''
  await past(6, async ({ db, clock }) => {
    webhookId = (await keepWebhook(db)).id
    const at = (dueAt: number) => aDelivery(webhookId, { dueAt })
    await keepDeliveries(db, at(clock.now()), at(clock.now() + 60 * minuteMs))
  })
  const { status: ended, seen } = await status()
  assert.equal(ended, 3)
  const [webhook] = seen.webhooks as readonly Record<string, unknown>[]
  assert.equal(webhook?.due, 1)
  assert.match(String(seen.problems), new RegExp(`^Deliveries to ${webhookId} .* due for 6 min`))
})
