import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { noticeTexts } from '../../../cli/status/status-notices.ts'
import { type Appliance, openAppliance } from '../../../server/appliance.ts'
import { findHead } from '../../../server/audit/audit-head-view.ts'
import { loadConfig } from '../../../server/config.ts'
import { holdServerLock, serverLockFile } from '../../../server/db/server-lock.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { enqueueJob } from '../../../server/jobs/enqueue-job.ts'
import { systemClock, toIso } from '../../../server/kernel/clock.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { keepCopiedTo } from '../../../server/operations/second-systems/audit-copy-store.ts'
import { overdueAfterMs } from '../../../server/operations/status/status-policy.ts'
import { recountByNight } from '../../../server/usage/recount-usage.ts'
import { insertAlert } from '../../../server/webhooks/alert-store.ts'
import { addEntries } from '../../support/audit-copy.ts'
import { aDelivery, keepDeliveries, keepWebhook } from '../../support/deliveries.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { aVerify, record } from '../../support/usage.ts'
import { type Installation, install } from '../installation.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

interface Seen extends Installation {
  /** Does something to the installation, so many minutes ago. */
  past(minutes: number, work: (appliance: Appliance) => Promise<unknown>): Promise<void>
  /** As a server does, until the test ends. */
  hold(): void
  status(): Promise<{ readonly status: number; readonly seen: Record<string, unknown> }>
}

/** Its time stands still where a test counts in days: it may begin before midnight and end after it. */
async function open(t: TestContext, nowMs?: number): Promise<Seen> {
  const installation = await install(t)
  const { configFile } = installation
  const input = nowMs === undefined ? {} : { clock: new ManualClock(nowMs) }
  const svc: Installation['svc'] = (argv, more) => installation.svc(argv, { ...input, ...more })
  return {
    ...installation,
    svc,
    async past(minutes, work) {
      const loaded = loadConfig({ profile: 'appliance', env: {}, configFile })
      const clock = new ManualClock((nowMs ?? systemClock.now()) - minutes * minuteMs)
      const appliance = await openAppliance(loaded, { log: silentLog, clock })
      await work(appliance)
      await appliance.close()
    },
    hold() {
      const lock = holdServerLock(serverLockFile(installation.dataDir))
      t.after(() => lock.release())
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

test('svc status is well where a server runs and nothing waits, and says what there is', async (t) => {
  const { svc, status, hold } = await open(t)
  hold()
  const { status: ended, seen } = await status()
  assert.equal(ended, 0)
  const { database_bytes, disk, ...rest } = seen
  assert.deepEqual(Object.keys(disk as object), [
    'free_bytes',
    'total_bytes',
    'reserve_bytes',
    'fault',
    'images_bytes',
    'images_max_bytes',
  ])
  assert.ok(Number(database_bytes) > 4096)
  assert.deepEqual(rest, {
    well: true,
    server_running: true,
    master_key_fault: null,
    database_check: null,
    image_store: null,
    provider: { state: 'not_set_up', since: null, reason: null },
    scoring: { state: 'not_set_up', since: null, reason: null },
    audit_lags: false,
    audit_copy: { state: 'not_set_up', waiting: 0, oldest_at: null },
    backups: {
      state: 'not_set_up',
      last_success_at: null,
      failures: 0,
      last_failure_at: null,
      last_failure_reason: null,
    },
    outgoing_paused_at: null,
    log_shipping: [],
    jobs: { waiting: 0, running: 0, due: 0, oldest_due_age_ms: 0, next_due_at: null },
    nodes: [],
    webhooks: [],
    alerts: [],
    usage: { recounted_to: null, differences: 0 },
    problems: [],
    notices: [noticeTexts.no_backups],
  })
  const { out } = await svc(['status'])
  assert.match(out, /Server +running\nDatabase +\d+\.\d MB\n/)
  assert.match(out, /Nothing is wrong\.\nNo backup is set up: /)
})

test('svc status is not well where no server runs, and says how to start one', async (t) => {
  const { svc, status, configFile, dataDir } = await open(t)
  const { status: ended, seen } = await status()
  assert.deepEqual([ended, seen.well, seen.server_running], [3, false, false])
  assert.deepEqual(seen.problems, [`No server is running. See: svc serve --config ${configFile}`])
  const { out } = await svc(['status'])
  assert.match(out, /Server +not running\n/)
  // The look at it left its lock free.
  holdServerLock(serverLockFile(dataDir)).release()
  assert.doesNotMatch(out, /All is well/)
  assert.ok(out.endsWith(`No server is running.\n  svc serve --config ${configFile}\n`), out)
})

test('svc status is well with work that has just come due, and is not once it is overdue', async (t) => {
  const { past, status, svc, hold } = await open(t)
  hold()
  await past(1, enqueue('ver_1'))
  const young = await status()
  assert.deepEqual([young.status, young.seen.well], [0, true])
  await past(overdueAfterMs / minuteMs + 1, enqueue('ver_2'))
  const { status: ended, seen } = await status()
  assert.deepEqual([ended, seen.well], [3, false])
  assert.match(String(seen.problems), /^Jobs have been due for 6 min/)
  assert.match((await svc(['status'])).out, /2 waiting, 2 due for 7 min/)
})

test('svc status is not well while the copy of the audit log lags, and says since when', async (t) => {
  const { past, svc, hold, configFile } = await open(t)
  hold()
  const SVC_AUDIT_COPY_FILE = '/nowhere/copy'
  const look = async (more: Readonly<Record<string, string>> = {}) => {
    const env = { SVC_AUDIT_COPY_FILE, ...more }
    const { status, out } = await svc(['status', '--json'], { env })
    return { status, seen: JSON.parse(out), text: (await svc(['status'], { env })).out }
  }
  await past(0, ({ db }) =>
    inTransaction(db, async (trx) => keepCopiedTo(trx, 'file', (await findHead(trx)).sequence)),
  )
  const none = await look()
  assert.deepEqual([none.status, none.seen.audit_lags], [0, false])
  assert.match(none.text, /Audit copy +every entry copied\n/)
  await past(9, (appliance) => addEntries(appliance, 1))
  const young = await look()
  assert.deepEqual([young.status, young.seen.audit_copy.state], [0, 'well'])
  assert.match(young.text, /Audit copy +1 entry to copy, since \S+Z\n/)
  const lags = await look({ SVC_AUDIT_LAG_MAX: '8m' })
  const { state, waiting, oldest_at: since } = lags.seen.audit_copy
  assert.deepEqual([lags.status, lags.seen.audit_lags, state, waiting], [3, true, 'lags', 1])
  const told = `The copy of the audit log lags: 1 entry, since ${since.replace(/\.\d+/, '')}.`
  const see = `See: svc config show --config ${configFile}`
  assert.deepEqual(lags.seen.problems, [`${told} ${see}`])
  const stops = await look({ SVC_AUDIT_LAG_MAX: '8m', SVC_AUDIT_LAG_STOP: '8m' })
  assert.equal(stops.seen.audit_copy.state, 'stops')
  assert.deepEqual(stops.seen.problems, [`${told} Verifications are refused. ${see}`])
})

test('svc status is not well while lines of the log are not shipped for ten minutes', async (t) => {
  const { svc, hold } = await open(t)
  hold()
  const SVC_LOG_FILE = join(tempFolder(t), 'svc.log')
  const env = { SVC_LOG_FILE, SVC_LOG_SYSLOG: 'tls://siem.bank.example:6514' }
  const look = async (minutes: number) => {
    const time = toIso(systemClock.now() - minutes * minuteMs)
    writeFileSync(SVC_LOG_FILE, `{"level":"info","time":"${time}","event":"started"}\n`)
    const { status, out } = await svc(['status', '--json'], { env })
    return { status, seen: JSON.parse(out), text: (await svc(['status'], { env })).out }
  }
  const young = await look(9)
  assert.deepEqual([young.status, young.seen.log_shipping[0].target], [0, 'syslog'])
  assert.match(young.text, /Log +0.0 MB to ship \(syslog\), since \S+Z\n/)
  const late = await look(11)
  assert.equal(late.status, 3)
  assert.match(String(late.seen.problems), /^The log is not shipped \(syslog\): 0.0 MB, since /)
})

test('svc status is not well while a webhook fails, and shows the alerts of a day', async (t) => {
  const { past, status, svc, hold } = await open(t)
  hold()
  const failingSince = systemClock.now() - 90 * minuteMs
  const alert = (webhookId: string, minutes: number) => {
    const createdAt = systemClock.now() - minutes * minuteMs
    const about = { kind: 'failing', failingSince: createdAt } as const
    const nothing = { deliveryId: undefined, error: undefined, status: undefined }
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
      waiting: 0,
      due: 0,
      oldest_due_age_ms: 0,
      next_due_at: null,
    },
  ])
  assert.equal((seen.alerts as unknown[]).length, 1)
  const { out } = await svc(['status'])
  assert.match(out, /Alerts +1 in 24 h\n/)
  assert.match(out, new RegExp(`\\nFailing since \\S+Z: ${webhookId} \\(live\\)\\.\\n`))
  const told = out.split('\n').filter((line) => line.includes(webhookId))
  assert.equal(told.length, 2, 'the problem, and the command that says more of it')
  assert.ok((told[0]?.length ?? 0) <= 80)
})

test('svc status is not well when deliveries wait although they are due', async (t) => {
  const { past, status, hold } = await open(t)
  hold()
  let webhookId = ''
  await past(6, async ({ db, clock }) => {
    webhookId = (await keepWebhook(db)).id
    const at = (dueAt: number) => aDelivery(webhookId, { dueAt })
    await keepDeliveries(db, at(clock.now()), at(clock.now() + 60 * minuteMs))
  })
  const { status: ended, seen } = await status()
  assert.equal(ended, 3)
  const [webhook] = seen.webhooks as readonly Record<string, unknown>[]
  assert.deepEqual([webhook?.due, webhook?.waiting], [1, 2])
  assert.match(String(seen.problems), new RegExp(`^Deliveries to ${webhookId} .* due for 6 min`))
})

test('svc status says how many deliveries wait, and when the next is due', async (t) => {
  const { past, status, svc, hold } = await open(t)
  hold()
  const [soon, late] = [systemClock.now() + 45 * minuteMs, systemClock.now() + 90 * minuteMs]
  await past(0, async ({ db }) => {
    const { id } = await keepWebhook(db)
    await keepDeliveries(db, aDelivery(id, { dueAt: late }), aDelivery(id, { dueAt: soon }))
  })
  const { status: ended, seen } = await status()
  const [webhook] = seen.webhooks as readonly Record<string, unknown>[]
  const { waiting, due, next_due_at: next } = webhook ?? {}
  assert.deepEqual([ended, waiting, due, next], [0, 2, 0, new Date(soon).toISOString()])
  assert.match((await svc(['status'])).out, /Webhooks +1 active, 2 waiting, the next in 45 min\n/)
})

test('svc status is not well once usage has not been recounted for over a week, until it is', async (t) => {
  const nowMs = systemClock.now()
  const { past, status, svc, hold, configFile } = await open(t, nowMs)
  const midnight = (daysAgo: number) => (Math.floor(nowMs / dayMs) - daysAgo) * dayMs
  hold()
  await past((20 * dayMs) / minuteMs, async ({ db, clock }) => {
    await record(db, [aVerify({ nowMs: clock.now() })])
  })
  // When the night of that day has been recounted, whatever the time of day is now.
  const noonAWeekAgo = midnight(7) + dayMs / 2
  await past((nowMs - noonAWeekAgo) / minuteMs, recountByNight)
  assert.deepEqual((await status()).seen.problems, [], 'a week is not over')
  const missed = midnight(9)
  await past(0, ({ db }) =>
    inTransaction(db, (trx) => sql`update usage_recount set counted_to = ${missed}`.execute(trx)),
  )
  const { status: ended, seen } = await status()
  assert.deepEqual([ended, seen.well], [3, false])
  const since = dayOf(missed)
  const command = `svc usage recount --from ${since}`
  assert.deepEqual(seen.problems, [
    `Not recounted for over a week: 9 days of usage, since ${since}. See: ${command} --config ${configFile}`,
  ])
  assert.equal((await svc(command.split(' ').slice(1))).status, 0)
  assert.deepEqual((await status()).seen.problems, [])
})

function dayOf(instantMs: number): string {
  return toIso(instantMs).slice(0, 10)
}
