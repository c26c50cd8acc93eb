// Images are at the provider, and the process that sent them is dead before it could say so.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { environmentOf, startServer } from '../../scripts/bench/child-server.ts'
import { freePort } from '../../scripts/bench/free-port.ts'
import { specimenForm } from '../../scripts/bench/specimen-form.ts'
import {
  type SmileIdSimulator,
  startSmileIdSimulator,
} from '../../server/demo/smile-id-simulator/simulator.ts'
import { listOutbound } from '../../server/egress/outbound-view.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { findProviderJobByJobId } from '../../server/verifications/provider-job/provider-job-view.ts'
import { call } from '../support/api-client.ts'
import { openAgain } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { until } from '../support/turns.ts'
import { createKey, init, serveNext } from './installed.ts'

const credentials = { partnerId: '042', apiKey: 'a-key-of-the-test-partner' }

async function setUp(t: TestContext) {
  const simulator = await startSmileIdSimulator({ clock: systemClock, credentials })
  t.after(() => simulator.close())
  const folder = tempFolder(t)
  const smile = { ...credentials, baseUrl: simulator.baseUrl }
  const env = environmentOf({ folder, port: await freePort(), smile })
  await init(env)
  const key = await createKey(env, 'live')
  const start = async () => {
    const server = await startServer(env)
    t.after(() => server.kill('SIGKILL'))
    return server
  }
  const next = () => serveNext(t, env)
  return { simulator, key, start, next, database: join(folder, 'appliance', 'svc.db') }
}

test('an upload that kill -9 cut off is in the ledger, before the next start and after it', async (t) => {
  const { simulator, key, start, next, database } = await setUp(t)
  simulator.setFault({ endpoint: 'put', when: 'after', fault: { kind: 'hang' } })
  const first = await start()
  const answer = await call(`${first.url}/v1/kyc/verify`, { key, body: specimenForm({}) })
  assert.equal(answer.status, 202)
  await imageArrival(simulator)
  await first.kill('SIGKILL')

  const db = openAgain(t, database)
  const page = { order: 'oldest_first', after: undefined, limit: 10 } as const
  const uploads = () => listOutbound(db.reader, { purpose: 'identity.upload' }, page)
  const [begun, ...others] = await uploads()
  assert.ok(begun)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [begun.outcome, begun.durationMs, begun.bodySha256],
    ['begun', undefined, undefined],
  )
  assert.equal(begun.host, new URL(simulator.baseUrl).host)
  assert.ok(begun.fieldNames.includes('selfie.jpg'))
  assert.ok(begun.bodyBytes > 10_000)
  const [{ jobId = '' } = {}] = simulator.ledger()
  const job = await findProviderJobByJobId(db.reader, jobId)
  // One transaction wrote both.
  assert.equal(job?.uploadStartedAt, begun.startedAt)

  simulator.clearFaults()
  await next()
  assert.deepEqual((await uploads())[0], { ...begun, outcome: 'cut_off' })
})

/** The whole zip, taken and paid for. */
async function imageArrival(simulator: SmileIdSimulator): Promise<void> {
  await until(() => simulator.ledger()[0]?.uploads === 1)
}
