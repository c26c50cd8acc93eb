// Slow: takes a second of processor time. audit.test.ts and overview.test.ts read pages in the fast lane.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SystemJson } from '../../../server/console-api/system/system-json.ts'
import { migrations } from '../../../server/db/migrations/index.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { enqueueJob } from '../../../server/jobs/enqueue-job.ts'
import { belowHighReserve, highReserve } from '../../support/high-reserve.ts'
import { isPostgresLane } from '../../support/postgres.ts'
import {
  fieldsOf,
  nowIn,
  type OperatorScene,
  openOperatorScene,
} from '../../support/scenes/operator-scene.ts'
import { setStoredBytes } from '../../support/stored-bytes.ts'

async function systemOf({ clients }: OperatorScene): Promise<SystemJson> {
  return (await fieldsOf(clients.auditor.get('/system'))) as unknown as SystemJson
}

function checkIn({ checks }: SystemJson, name: string) {
  return checks.groups.flatMap((group) => group.checks).find((one) => one.name === name)
}

test('the system page shows version, clock, disk space, migrations and schedule', async (t) => {
  const scene = await openOperatorScene(t)
  const began = nowIn(scene)
  scene.clock.advance(90_000)
  const system = await systemOf(scene)
  assert.match(system.version, /^\d+\.\d+\.\d+/)
  assert.deepEqual([system.started_at, system.uptime_seconds], [began, 90])
  assert.equal(system.clock.now, nowIn(scene))
  assert.ok(system.disk.database_bytes > 0 && system.disk.free_bytes <= system.disk.total_bytes)
  assert.deepEqual(
    system.migrations.map(({ version }) => version),
    migrations.map(({ version }) => version).toReversed(),
  )
  const task = system.schedule.find(({ name }) => name === 'recount_usage')
  assert.deepEqual(task, { name: 'recount_usage', when: '22 0 * * *', last_run: null })
  assert.equal(system.database, isPostgresLane ? 'postgres' : 'sqlite')
  assert.equal(system.backups.state, 'waiting')
  assert.deepEqual([system.backups.last_success_at, system.outgoing_paused_at], [null, null])
  assert.equal(checkIn(system, 'second_factor')?.state, 'warning')
  assert.deepEqual(checkIn(system, 'jobs'), {
    name: 'jobs',
    state: 'well',
    code: 'well',
    values: { waiting: 0 },
    items: [],
  })
})

test('settings are shown with their origin, secrets masked', async (t) => {
  const secret = 'a-token-that-nobody-may-read'
  const scoring = { SVC_SCORING_URL: 'https://127.0.0.1:9/v1/score', SVC_SCORING_TOKEN: secret }
  const scene = await openOperatorScene(t, { settings: scoring })
  const { settings } = await systemOf(scene)
  const find = (name: string) => settings.find((one) => one.name === name)
  assert.equal(find('SVC_SCORING_URL')?.value, scoring.SVC_SCORING_URL)
  assert.equal(find('SVC_SCORING_URL')?.origin, find('SVC_PORT')?.origin)
  assert.notEqual(find('SVC_SCORING_URL')?.origin, find('SVC_HOST')?.origin)
  assert.ok(find('SVC_SCORING_TOKEN')?.value)
  assert.equal((await scene.clients.auditor.get('/system')).text.includes(secret), false)
})

test('a scheduled task is shown with the end of its last run, a failed one as failed', async (t) => {
  const scene = await openOperatorScene(t)
  const { scheduledTasks } = scene.appliance
  await scheduledTasks.follow('prune_jobs', async () => 3)
  await assert.rejects(
    scheduledTasks.follow('prune_sign_ins', () => Promise.reject(new Error('no'))),
  )
  const { schedule } = await systemOf(scene)
  const last = (name: string) => schedule.find((one) => one.name === name)?.last_run
  assert.deepEqual([last('prune_jobs')?.outcome, last('prune_jobs')?.count], ['done', 3])
  assert.deepEqual(
    [last('prune_sign_ins')?.outcome, last('prune_sign_ins')?.count],
    ['failed', null],
  )
})

test('a job that waits is done sooner, and that is written down; one that ended stays ended', async (t) => {
  const scene = await openOperatorScene(t)
  const { appliance, clients, clock } = scene
  const subjectId = `ver_${'1'.repeat(26)}`
  const job = { kind: 'verification.run', subjectId, payload: {} } as const
  await inTransaction(appliance.db, (trx) => enqueueJob(appliance, trx, job))
  const later = clock.now() + 3_600_000
  await appliance.db.write((trx) => trx.updateTable('jobs').set({ due_at: later }).execute())
  const [waiting] = (await systemOf(scene)).jobs.waiting_jobs
  assert.deepEqual([waiting?.subject_id, waiting?.state], [subjectId, 'waiting'])
  const id = waiting?.id
  const retried = await fieldsOf(clients.administrator.post(`/system/jobs/${id}/retry`), 202)
  assert.equal(retried.due_at, nowIn(scene))
  const [entry] = await scene.audited('job.run_now')
  assert.deepEqual([entry?.subject?.id, entry?.actor.kind], [id, 'user'])
  await scene.server.jobs.idle()
  const ended = { state: 'failed' as const, finished_at: clock.now(), reason: 'given_up' }
  await appliance.db.write((trx) => trx.updateTable('jobs').set(ended).execute())
  const { error } = await clients.administrator.post(`/system/jobs/${id}/retry`)
  assert.equal(error.code, 'conflict')
  const { state } = await fieldsOf(clients.auditor.get(`/system/jobs/${id}`))
  assert.equal(state, 'failed')
  const missing = await clients.auditor.get(`/system/jobs/job_${'0'.repeat(26)}`)
  assert.equal(missing.error.code, 'not_found')
  const { jobs } = await systemOf(scene)
  assert.deepEqual([jobs.failed, jobs.failed_jobs[0]?.reason], [1, 'given_up'])
})

test('forwarded headers without a listed proxy are a finding, health checks aside', async (t) => {
  const scene = await openOperatorScene(t)
  const forwarded = { headers: { 'X-Forwarded-For': '203.0.113.9' } }
  for (let count = 0; count < 20; count += 1) await fetch(`${scene.server.url}/healthz`, forwarded)
  assert.equal(checkIn(await systemOf(scene), 'forwarded_headers')?.state, 'not_set_up')
  const { requests } = scene.appliance.forwardedCounter.counts()
  for (let count = 0; count <= requests; count += 1) {
    await fetch(`${scene.server.url}/v1/openapi.json`, forwarded)
  }
  const found = checkIn(await systemOf(scene), 'forwarded_headers')
  assert.deepEqual([found?.state, found?.code], ['warning', 'no_proxy_listed'])
  assert.equal(found?.values.count, requests + 1)
})

test(
  'a disk below its reserve is reported on the System page and the overview',
  belowHighReserve,
  async (t) => {
    const scene = await openOperatorScene(t, { settings: { SVC_DISK_RESERVE: highReserve } })
    const system = await systemOf(scene)
    const { disk, checks } = system
    assert.deepEqual([disk.reserve_bytes, disk.fault], [900e12, null])
    assert.equal(checkIn(system, 'free_space')?.state, 'failed')
    assert.deepEqual([checks.groups[0]?.group, checks.groups[0]?.state], ['disk', 'failed'])
    const overview = await fieldsOf(scene.clients.administrator.get('/overview?environment=live'))
    const lines = overview.needs_attention as unknown as readonly { readonly kind: string }[]
    assert.deepEqual(
      lines.map(({ kind }) => kind),
      ['disk_low'],
    )
  },
)

for (const [bytes, kind, state] of [
  [91e6, 'images_full', 'failed'],
  [970e6, 'images_full', 'failed'],
  [901e6, 'images_near_full', 'warning'],
] as const) {
  const max = bytes < 100e6 ? '100MB' : '1GB'
  test(`${bytes} bytes of images of ${max} are reported on the System page and the overview`, async (t) => {
    const scene = await openOperatorScene(t, { settings: { SVC_IMAGES_BYTES_MAX: max } })
    await setStoredBytes(scene.appliance.db, bytes)
    const system = await systemOf(scene)
    const { disk } = system
    assert.deepEqual(
      [disk.images_bytes, disk.images_max_bytes],
      [bytes, bytes < 100e6 ? 100e6 : 1e9],
    )
    assert.equal(checkIn(system, 'image_storage')?.state, state)
    const overview = await fieldsOf(scene.clients.administrator.get('/overview?environment=live'))
    const lines = overview.needs_attention as unknown as readonly { readonly kind: string }[]
    assert.ok(lines.some((line) => line.kind === kind))
  })
}

test('the slow checks are made on request, and the page keeps their results', async (t) => {
  const scene = await openOperatorScene(t, { hasThreads: true })
  // A database server examines its files itself.
  const ofDatabase = isPostgresLane ? ['audit_chain'] : ['integrity', 'audit_chain']
  const slow = [...ofDatabase, 'sync_time']
  const before = await systemOf(scene)
  assert.equal(before.checks.slow_checked_at, null)
  for (const name of slow) assert.equal(checkIn(before, name)?.code, 'slow')
  const { auditor } = scene.clients
  const idle = await fieldsOf(auditor.get('/system/checks'))
  assert.deepEqual(idle, { running: false, done: 0, total: 0, name: null })
  const [made, joined] = await Promise.all([
    fieldsOf(auditor.post('/system/checks')),
    fieldsOf(scene.clients.administrator.post('/system/checks')),
  ])
  assert.deepEqual(made, joined)
  const after = await systemOf(scene)
  assert.deepEqual(after.checks.slow_checked_at, nowIn(scene))
  for (const name of ofDatabase) {
    assert.deepEqual([name, checkIn(after, name)?.state], [name, 'well'])
  }
  assert.notEqual(checkIn(after, 'sync_time')?.code, 'slow')
  assert.equal(checkIn(after, 'host_names'), undefined, 'the page calls nobody')
})

test('no check of a fresh server throws or lacks what it needs', async (t) => {
  const scene = await openOperatorScene(t)
  await fieldsOf(scene.clients.auditor.post('/system/checks'))
  const { checks } = await systemOf(scene)
  const codes = checks.groups.flatMap((group) => group.checks.map(({ name, code }) => [name, code]))
  const unmade = codes.filter(([, code = '']) => code === 'crashed' || code.startsWith('needs_'))
  assert.deepEqual(unmade, [])
})
