import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { test } from 'node:test'
import { insertBackupRun } from '../../../server/backup/backup-run-store.ts'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { keepDatabaseVerdict } from '../../../server/operations/status/database-verdict.ts'
import { type ApiAnswer, call } from '../../support/api-client.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { isPostgresLane, notAgain, onSqlite } from '../../support/postgres.ts'
import {
  fieldsOf,
  type OperatorScene,
  openOperatorScene,
} from '../../support/scenes/operator-scene.ts'
import { person, verifyInSandbox } from '../verifications/sandbox-client.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

async function overviewFor(client: ConsoleClient, environment = 'sandbox'): Promise<OverviewJson> {
  const shown = await fieldsOf(client.get(`/overview?environment=${environment}`))
  return shown as unknown as OverviewJson
}

/** Signs in again where days have gone by. */
async function overviewOf({ clients }: OperatorScene): Promise<OverviewJson> {
  await clients.administrator.signIn('administrator@bank.example')
  return overviewFor(clients.administrator)
}

const outcome = (sandbox_outcome: string) => ({ sandbox_outcome })

test('today stands beside the seven days before it, and is compared with the same hours', async (t) => {
  const scene = await openOperatorScene(t)
  const midnight = scene.clock.now() - (scene.clock.now() % dayMs)
  scene.clock.advance(midnight + dayMs + 10 * hourMs - scene.clock.now())
  await verifyInSandbox(scene, outcome('approved'))
  await verifyInSandbox(scene, outcome('declined'))
  scene.clock.advance(6 * hourMs)
  await verifyInSandbox(scene, outcome('approved'))
  scene.clock.advance(7 * dayMs - 5 * hourMs)
  await verifyInSandbox(scene, outcome('approved'))
  scene.clock.advance(hourMs)
  await verifyInSandbox(scene, outcome('error'))
  const { figures, days, period, comparison } = await overviewOf(scene)
  assert.equal(days.length, 8)
  assert.deepEqual([period.name, period.is_unfinished], ['today', true])
  assert.match(comparison.hours?.to ?? '', /T12:00:00.000Z$/)
  // At 16:00 a week ago there was one more; the last hour of today is not over.
  assert.deepEqual(figures.submitted, {
    total: 2,
    compared: 1,
    before: 2,
    by_day: [3, 0, 0, 0, 0, 0, 0, 2],
  })
  assert.deepEqual([figures.error.total, figures.error.compared, figures.error.before], [1, 0, 0])
})

test(
  'a longer period has its own days, and is compared only where there is history',
  notAgain,
  async (t) => {
    const scene = await openOperatorScene(t)
    await verifyInSandbox(scene, outcome('declined'))
    scene.clock.advance(8 * dayMs)
    await verifyInSandbox(scene, outcome('approved'))
    await scene.clients.administrator.signIn('administrator@bank.example')
    const read = async (query: string) =>
      (await fieldsOf(
        scene.clients.administrator.get(`/overview?environment=sandbox&${query}`),
      )) as unknown as OverviewJson
    const month = await read('period=28_days')
    assert.deepEqual([month.days.length, month.figures.submitted.total], [28, 2])
    assert.deepEqual(month.comparison, { hours: null, before: null, not_compared: 'no_history' })
    assert.equal(month.figures.submitted.before, null)
    const first = new Date(scene.clock.now() - 8 * dayMs).toISOString().slice(0, 10)
    const past = await read(`period=custom&from=${first}&to=${first}`)
    assert.deepEqual([past.days, past.period.is_unfinished], [[first], false])
    assert.deepEqual([past.figures.declined.total, past.figures.approved.total], [1, 0])
    const { error } = await scene.clients.administrator.get(
      '/overview?period=custom&from=2026-01-01',
    )
    assert.equal(error.code, 'invalid_request')
  },
)

test('approval rates are shown by country and document, without errors', async (t) => {
  const scene = await openOperatorScene(t)
  await verifyInSandbox(scene, outcome('approved'))
  await verifyInSandbox(scene, outcome('approved'))
  await verifyInSandbox(scene, outcome('declined'))
  await verifyInSandbox(scene, outcome('error'))
  await verifyInSandbox(scene, { country: 'MA', id_type: 'passport', id_number: 'AB1234567' })
  const { approval_rates } = await overviewOf(scene)
  assert.deepEqual(approval_rates, [
    { country: 'MA', id_type: 'passport', approved: 1, declined: 0, error: 0, rate: 1 },
    { country: 'SN', id_type: 'national_id', approved: 2, declined: 1, error: 1, rate: 0.6667 },
  ])
})

test('a score is counted in its band once, whether it came with the verification or later', async (t) => {
  const scene = await openOperatorScene(t)
  const total = async () =>
    (await overviewOf(scene)).bands.reduce((sum, { verifications }) => sum + verifications, 0)
  const atOnce = await verifyInSandbox(scene, { score_requested: true })
  assert.equal(await total(), 1)
  const later = await verifyInSandbox(scene)
  assert.equal(await total(), 1)
  const retrieve = ({ data }: ApiAnswer) =>
    fieldsOf(
      call(`${scene.url}/score/get`, {
        key: scene.sandboxKey,
        json: { verificationId: data.id },
      }),
    )
  await Promise.all([atOnce, later, later, later].map(retrieve))
  await retrieve(later)
  assert.equal(await total(), 2)
})

test('the other environment has figures of its own', notAgain, async (t) => {
  const scene = await openOperatorScene(t)
  await verifyInSandbox(scene, outcome('approved'))
  const { figures, environment } = await overviewFor(scene.clients.auditor, 'live')
  assert.deepEqual([environment, figures.submitted.total], ['live', 0])
  const { error } = await scene.clients.auditor.get('/overview?environment=both')
  assert.equal(error.code, 'invalid_request')
})

test(
  'an environment knows that it was used, however long ago, and nothing of the other',
  notAgain,
  async (t) => {
    const scene = await openOperatorScene(t)
    assert.equal((await overviewOf(scene)).has_verifications, false)
    await verifyInSandbox(scene)
    scene.clock.advance(30 * dayMs)
    const { has_verifications, figures } = await overviewOf(scene)
    assert.deepEqual([has_verifications, figures.submitted.total], [true, 0])
    assert.equal((await overviewFor(scene.clients.administrator, 'live')).has_verifications, false)
  },
)

test('parts that are not set up are named, and nothing needs attention when all is well', async (t) => {
  const scene = await openOperatorScene(t)
  const { health, needs_attention } = await overviewFor(scene.clients.administrator, 'live')
  assert.deepEqual(
    [health.provider.state, health.scoring.state, health.webhooks.state],
    ['not_set_up', 'not_set_up', 'not_set_up'],
  )
  // PostgreSQL is backed up by its own means.
  assert.equal(health.backups?.state, isPostgresLane ? undefined : 'waiting')
  assert.deepEqual([health.jobs.state, health.usage.state], ['well', 'well'])
  assert.deepEqual(needs_attention, [])
})

test(
  'backups that fail ask for attention like their light, and once they are late, as late',
  onSqlite,
  async (t) => {
    const settings = { SVC_BACKUP_TO: '/nowhere/b', SVC_BACKUP_RECIPIENT: '/nowhere/r' }
    const scene = await openOperatorScene(t, { settings })
    const at = scene.clock.now()
    const run = {
      id: 'bkp_1',
      startedAt: at,
      endedAt: at,
      cause: 'schedule',
      target: '/x',
    } as const
    const result = { outcome: 'failed', reason: 'recipient_unusable' } as const
    await scene.appliance.db.write((trx) => insertBackupRun(trx, { ...run, result }))
    const told = async () => {
      const { health, needs_attention } = await overviewOf(scene)
      return [health.backups?.state, ...needs_attention.map(({ kind }) => kind)]
    }
    assert.deepEqual(await told(), ['attention', 'backup_failing'])
    scene.clock.advance(3 * dayMs)
    assert.deepEqual(await told(), ['down', 'backup_overdue'])
  },
)

test(
  'a damaged database and a lost source of the master key come first, for who may open the system',
  onSqlite,
  async (t) => {
    const scene = await openOperatorScene(t)
    const { appliance } = scene
    const { masterKeyFile } = appliance.config
    const verdict = { checkedAt: appliance.clock.now(), damagedTables: ['jobs'] }
    await keepDatabaseVerdict(appliance.about.databaseFile, verdict)
    renameSync(masterKeyFile, `${masterKeyFile}.away`)
    await appliance.keySource.check()
    const { needs_attention } = await overviewFor(scene.clients.administrator, 'live')
    assert.deepEqual(
      needs_attention.slice(0, 2).map(({ kind }) => kind),
      ['database_damaged', 'master_key_source_lost'],
    )
  },
)

test('a failing webhook, a failed job and a key about to end ask for attention, each of who may act', async (t) => {
  const scene = await openOperatorScene(t)
  const { developer, administrator, reviewer } = scene.clients
  const expires_at = new Date(scene.clock.now() + 3 * dayMs).toISOString()
  await developer.post('/keys', { name: 'Ends soon', environment: 'live', expires_at })
  const webhook = { url: 'https://127.0.0.1:9443/svc', events: ['verification.completed'] }
  const { id } = await fieldsOf(developer.post('/webhooks', webhook), 201)
  await scene.appliance.db.write(async (trx) => {
    await trx.updateTable('webhooks').set({ failing_since: scene.clock.now() }).execute()
    await trx.insertInto('jobs').values(failedJob(scene.clock.now())).execute()
  })
  const lines = async (client: ConsoleClient) =>
    (await overviewFor(client, 'live')).needs_attention.map(({ kind, count, target }) => [
      kind,
      count,
      target.screen,
      target.id,
    ])
  assert.deepEqual(await lines(administrator), [
    ['webhook_failing', 1, 'webhooks', id],
    ['jobs_failed', 1, 'system', null],
    ['keys_expiring', 1, 'keys', null],
  ])
  assert.deepEqual(await lines(developer), [
    ['webhook_failing', 1, 'webhooks', id],
    ['keys_expiring', 1, 'keys', null],
  ])
  assert.deepEqual(await lines(reviewer), [])
})

test('a key that ends soon is named with its environment, and not one that was rotated', async (t) => {
  const { clients, clock } = await openOperatorScene(t)
  const { developer } = clients
  const keyFor = (environment: string, days: number) => {
    const expires_at = new Date(clock.now() + days * dayMs).toISOString()
    return fieldsOf(developer.post('/keys', { name: 'Tests', environment, expires_at }), 201)
  }
  await keyFor('sandbox', 3)
  const { id } = await keyFor('live', 90)
  const { key } = await fieldsOf(
    developer.post(`/keys/${String(id)}/rotate`, { grace_seconds: 3600 }),
    201,
  )
  assert.ok(key)
  const { needs_attention } = await overviewFor(developer, 'live')
  assert.deepEqual(
    needs_attention.map(({ kind, environment }) => [kind, environment]),
    [['keys_expiring', 'sandbox']],
  )
})

test('the overview has no personal data', notAgain, async (t) => {
  const scene = await openOperatorScene(t)
  await verifyInSandbox(scene, { external_ref: 'client-4711' })
  const { text } = await scene.clients.reviewer.get('/overview?environment=sandbox')
  assert.match(text, /"submitted":\{"total":1/)
  for (const value of [person.id_number, person.last_name, person.first_name, 'client-4711']) {
    assert.equal(text.includes(value), false, value)
  }
})

function failedJob(nowMs: number) {
  const counts = {
    attempts: 3,
    throws: 0,
    runs: 3,
    interruptions: 0,
    lone_deaths: 0,
    step: 'ask' as const,
    is_trial: 0 as const,
    is_ahead: 0 as const,
  }
  const id = `job_${'0'.repeat(26)}`
  return {
    ...counts,
    id,
    kind: 'verification.run' as const,
    subject_id: `ver_${'0'.repeat(26)}`,
    payload: '{}',
    state: 'failed' as const,
    due_at: nowMs,
    reason: 'given_up',
    created_at: nowMs,
    finished_at: nowMs,
  }
}
