// Slow: runs a command in a program of its own for each of eight faults.
// SQLite only: its command line is given the data folder.
//
// Those whom the product asks, gone wrong at their own side: the server's console and the command line, in a
// process of its own, tell the same of it.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { freePort } from '../../../scripts/bench/free-port.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { startDemoEngine } from '../../../server/demo/scoring-engine/engine.ts'
import { beginOutbound } from '../../../server/egress/begin-outbound.ts'
import { markInterruptedCalls } from '../../../server/egress/mark-interrupted.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { readServices } from '../../../server/operations/status/service-status-view.ts'
import { runSvc } from '../../cli/memory-shell.ts'
import { call } from '../../support/api-client.ts'
import { openEachRole } from '../../support/console-client.ts'
import { claimed, specimenForm } from '../../support/images/specimens.ts'
import {
  type RunningAppliance,
  type RunningApplianceOptions,
  startForTest,
} from '../../support/running-appliance.ts'
import { fieldsOf } from '../../support/scenes/operator-scene.ts'

const dayMs = 24 * 60 * 60 * 1000

interface Told {
  readonly status: number
  readonly json: Record<string, Record<string, unknown>>
  readonly problems: string
  readonly text: string
}

interface Scene extends RunningAppliance {
  /** Submits with this number and lets the verification end. */
  verify(
    idNumber?: string,
    more?: Readonly<Record<string, string>>,
  ): Promise<Record<string, unknown>>
  status(): Promise<Told>
  /** The lights of the console, and what it says needs attention. */
  console(): Promise<{ readonly lights: Lights; readonly kinds: readonly string[] }>
}

type Lights = Record<string, Record<string, unknown>>

/** At this hour: the command line has no other clock. */
async function open(t: TestContext, options: RunningApplianceOptions = {}): Promise<Scene> {
  const app = await startForTest(t, options)
  app.clock.advance(systemClock.now() - app.clock.now() - 60_000)
  const { config } = app.appliance
  const env = {
    SVC_DATA_DIR: config.dataDir,
    SVC_MASTER_KEY_FILE: config.masterKeyFile,
    SVC_SMILE_PARTNER_ID: '085',
    SVC_SMILE_API_KEY: 'of no matter here',
    ...options.settings,
  }
  const clients = await openEachRole(app)
  return {
    ...app,
    async verify(idNumber = claimed.id_number, more = {}) {
      const body = specimenForm({ ...claimed, id_number: idNumber, ...more })
      const { data } = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
      return app.finish(String(data.id))
    },
    async status() {
      // Behind the entries of the calls so far, which are written while their answers are on the way.
      await inTransaction(app.appliance.db, async () => {})
      const { status, out } = await runSvc(['status', '--json'], { env })
      const json = JSON.parse(out)
      const text = (await runSvc(['status'], { env })).out
      return { status, json, problems: json.problems.join('\n'), text }
    },
    async console() {
      await clients.administrator.signIn('administrator@bank.example')
      const shown = await fieldsOf(clients.administrator.get('/overview?environment=live'))
      const attention = shown.needs_attention as readonly { readonly kind: string }[]
      return { lights: shown.health as Lights, kinds: attention.map(({ kind }) => kind) }
    },
  }
}

const refused = (reason: string) => ({ state: 'refusing', reason })

function stateOf({ json }: Told, part: 'provider' | 'scoring'): unknown {
  const { state, reason } = json[part] ?? {}
  return reason === null ? { state } : { state, reason }
}

test('while all goes well, no problem of the services is reported', async (t) => {
  const scene = await open(t)
  await scene.verify()
  const told = await scene.status()
  assert.deepEqual([told.status, told.problems], [0, ''], told.text)
  assert.deepEqual(stateOf(told, 'provider'), { state: 'well' })
})

test('a partner key that is refused is reported until a check is accepted again', async (t) => {
  const credentials = { partnerId: '085', apiKey: 'renewed over there' }
  const scene = await open(t, { simulator: { credentials } })
  const { reasons } = await scene.verify()
  assert.match(JSON.stringify(reasons), /provider_credentials_refused/)
  const told = await scene.status()
  assert.equal(told.status, 3)
  assert.equal(told.json.well, false)
  assert.deepEqual(stateOf(told, 'provider'), refused('provider_credentials_refused'))
  assert.match(told.problems, /refuses our partner id or API key.* See: svc config check --connect/)
  assert.match(told.text, /Provider +refuses us, last at/)
  const { lights, kinds } = await scene.console()
  assert.equal(lights.provider?.state, 'down')
  assert.equal(lights.provider?.refused_because, 'provider_credentials_refused')
  assert.ok(kinds.includes('provider_down'), String(kinds))
  credentials.apiKey = 'a-key-of-the-test-partner'
  await scene.verify()
  assert.equal((await scene.status()).status, 0)
  assert.equal((await scene.console()).lights.provider?.state, 'well')
})

test('an empty wallet is reported until a check is accepted again', async (t) => {
  const scene = await open(t)
  await scene.verify('DEMO-WALLET-EMPTY')
  const told = await scene.status()
  assert.equal(told.status, 3)
  assert.deepEqual(stateOf(told, 'provider'), refused('provider_wallet_empty'))
  assert.match(told.problems, /has no credit/)
  assert.equal((await scene.console()).lights.provider?.refused_because, 'provider_wallet_empty')
  await scene.verify()
  assert.equal((await scene.status()).status, 0)
})

test('a provider that does not answer is reported while its verifications wait', async (t) => {
  const scene = await open(t, { settings: { SVC_PROVIDER_GIVE_UP_AFTER: '5m' } })
  scene.simulator.setFault({ endpoint: 'all', fault: { kind: 'reset' } })
  await scene.verify()
  const told = await scene.status()
  assert.equal(told.status, 3)
  assert.deepEqual(stateOf(told, 'provider'), { state: 'unreachable' })
  assert.match(told.problems, /identity provider has not answered since 20/)
  assert.equal((await scene.console()).lights.provider?.state, 'down')
})

test('uploads under way, and those that our own end cut off, say nothing of the provider', async (t) => {
  const scene = await open(t)
  await scene.verify()
  const { db } = scene.appliance
  const call = {
    purpose: 'identity.upload',
    method: 'PUT',
    host: 'a',
    fieldNames: [],
    bodyBytes: 1,
  } as const
  for (let upload = 0; upload < 60; upload += 1) {
    scene.clock.advance(1)
    await inTransaction(db, (trx) =>
      beginOutbound(trx, call, { nodeId: 'node_gone', nowMs: scene.clock.now() }),
    )
  }
  const told = async () => (await readServices(db.reader, scene.clock.now())).provider
  assert.deepEqual(await told(), { kind: 'well' })
  await markInterruptedCalls(scene.appliance)
  assert.deepEqual(await told(), { kind: 'well' })
})

test('a dead scoring engine is reported until it gives scores again', async (t) => {
  const port = await freePort()
  const scene = await open(t, {
    settings: { SVC_SCORING_URL: `http://127.0.0.1:${port}/v1/score`, SVC_SCORING_TOKEN: 't0ken' },
  })
  for (let times = 0; times < 3; times += 1) {
    const { metadata } = await scene.verify(undefined, { score_requested: 'true' })
    assert.ok(metadata, 'the score was skipped')
  }
  const told = await scene.status()
  assert.equal(told.status, 3)
  assert.deepEqual(stateOf(told, 'scoring'), { state: 'unreachable' })
  assert.match(told.problems, /scoring engine has given no scores since 20/)
  const { lights, kinds } = await scene.console()
  assert.equal(lights.scoring?.state, 'down')
  assert.ok(kinds.includes('scoring_down'), String(kinds))
  const engine = await startDemoEngine({ token: 't0ken', port })
  t.after(() => engine.close())
  scene.clock.advance(11_000)
  const { score } = await scene.verify(undefined, { score_requested: 'true' })
  assert.ok(score)
  assert.equal((await scene.status()).status, 0)
})

test('an engine that refuses our token is reported, though no verification waits for a score', async (t) => {
  const engine = await startDemoEngine({ token: 'another' })
  t.after(() => engine.close())
  const settings = { SVC_SCORING_URL: `${engine.url}/v1/score`, SVC_SCORING_TOKEN: 't0ken' }
  const scene = await open(t, { settings })
  const { id } = await scene.verify()
  for (let times = 0; times < 5; times += 1) {
    const json = { verificationId: id }
    const { status } = await call(`${scene.url}/score/get`, { key: scene.liveKey, json })
    assert.equal(status, 503)
  }
  const told = await scene.status()
  assert.deepEqual([told.status, stateOf(told, 'scoring')], [3, { state: 'unreachable' }])
  const later = scene.clock.now() + 8 * dayMs
  assert.equal((await readServices(scene.appliance.db.reader, later)).scoring.kind, 'well')
})

test('failures of more than a week ago are not reported', async (t) => {
  const scene = await open(t)
  await scene.verify('DEMO-WALLET-EMPTY')
  const { reader } = scene.appliance.db
  const daysLater = (days: number) => readServices(reader, scene.clock.now() + days * dayMs)
  assert.equal((await daysLater(6)).provider.kind, 'refusing')
  assert.equal((await daysLater(8)).provider.kind, 'well')
})
