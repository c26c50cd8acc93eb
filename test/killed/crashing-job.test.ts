// Long: waits between the tries of a job that kills every server that runs it.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { environmentOf, startServer } from '../../scripts/bench/child-server.ts'
import { freePort } from '../../scripts/bench/free-port.ts'
import { specimenForm } from '../../scripts/bench/specimen-form.ts'
import type { Db } from '../../server/db/transaction.ts'
import { startSmileIdSimulator } from '../../server/demo/smile-id-simulator/simulator.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { call } from '../support/api-client.ts'
import { openAgain } from '../support/database.ts'
import { bareDatabase, onPostgres, openAt } from '../support/postgres.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { createKey, init } from './installed.ts'

const credentials = { partnerId: '042', apiKey: 'a-key-of-the-test-partner' }
const preload = new URL('../support/kill/die-at-image.mjs', import.meta.url).href
const innocents = 3
const askEveryMs = 200
const settledWithinMs = 400_000

type Environment = Readonly<Record<string, string>>

interface CrashScene {
  /** Of each server. */
  readonly envs: readonly Environment[]
  openDb(): Db
}

/** Starts the server again whenever it has died; returns the number of its deaths so far. */
function keepRunning(t: TestContext, env: Environment): () => number {
  let deaths = 0
  let isOver = false
  let kill = () => {}
  const loop = async () => {
    while (!isOver) {
      const server = await startServer(env).catch(() => undefined)
      kill = () => void server?.kill('SIGKILL')
      if (isOver) kill()
      await server?.ended
      if (!isOver) deaths += 1
    }
  }
  const running = loop()
  t.after(async () => {
    isOver = true
    kill()
    await running
  })
  return () => deaths
}

/** Four verifications are under way when their server is killed, and one of them kills each server from then on. */
async function crash(t: TestContext, scene: (folder: string, env: Environment) => CrashScene) {
  const simulator = await startSmileIdSimulator({
    clock: systemClock,
    credentials,
    resultDelayMs: 100,
  })
  t.after(() => simulator.close())
  const folder = tempFolder(t)
  const smile = { ...credentials, baseUrl: simulator.baseUrl }
  const own = { ...environmentOf({ folder, port: await freePort(), smile }), SVC_OPS_PORT: '0' }
  const { envs, openDb } = scene(folder, own)
  const [first = own] = envs
  await init(first)
  const key = await createKey(first, 'live')
  simulator.setFault({ endpoint: 'upload', fault: { kind: 'hang' } })
  const server = await startServer(first)
  t.after(() => server.kill('SIGKILL'))
  const ids: string[] = []
  for (let number = 0; number <= innocents; number += 1) {
    const body = specimenForm({})
    const { data } = await call(`${server.url}/v1/kyc/verify`, { key, body })
    ids.push(String(data.id))
  }
  const db = openDb()
  await untilTrue(async () => {
    const running = db.reader.selectFrom('jobs').select('id').where('state', '=', 'running')
    return (await running.execute()).length === ids.length
  })
  await server.kill('SIGKILL')
  const [crashing = ''] = ids
  const image = await db.reader
    .selectFrom('images')
    .select('file')
    .where('verification_id', '=', crashing)
    .executeTakeFirstOrThrow()
  const marked = join(folder, 'crashing-image')
  writeFileSync(marked, image.file)
  simulator.clearFaults()
  const dying = { NODE_OPTIONS: `--import=${preload}`, DIE_AT_IMAGE: marked }
  const deaths = envs.map((env) => keepRunning(t, { ...env, ...dying }))
  await untilTrue(async () => {
    const pending = db.reader
      .selectFrom('verifications')
      .select('id')
      .where('status', '=', 'pending')
    return (await pending.execute()).length === 0
  })
  const rows = await db.reader
    .selectFrom('verifications')
    .select(['id', 'status'])
    .orderBy('id')
    .execute()
  const job = await db.reader
    .selectFrom('jobs')
    .select(['state', 'reason', 'attempts'])
    .where('subject_id', '=', crashing)
    .executeTakeFirstOrThrow()
  const paid = simulator.ledger().map((entry) => entry.paid)
  return { rows, job, paid, deaths: deaths.reduce((sum, count) => sum + count(), 0) }
}

async function untilTrue(isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + settledWithinMs
  while (!(await isTrue()) && performance.now() < end) await wait(askEveryMs)
}

function assertSetAside({ rows, job, paid, deaths }: Awaited<ReturnType<typeof crash>>): void {
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['error', 'approved', 'approved', 'approved'],
  )
  assert.deepEqual(job, { state: 'failed', reason: 'crashes_server', attempts: 0 })
  assert.deepEqual(
    paid.filter((times) => times > 0),
    [1, 1, 1],
  )
  assert.ok(deaths >= 4 && deaths <= 8, `${deaths} servers died of it`)
}

describe('a job that kills every server that runs it', { concurrency: true }, () => {
  test('is set aside after some deaths, and the others beside it complete', async (t) => {
    const result = await crash(t, (folder, env) => ({
      envs: [env],
      openDb: () => openAgain(t, join(folder, 'appliance', 'svc.db')),
    }))
    assertSetAside(result)
  })

  test('does not kill one node after another', onPostgres, async (t) => {
    const url = await bareDatabase(t)
    const port = await freePort()
    const result = await crash(t, (_folder, env) => {
      const shared = { ...env, SVC_DATABASE_URL: url }
      return {
        envs: [shared, { ...shared, SVC_PORT: String(port) }],
        openDb() {
          const db = openAt(url)
          t.after(() => db.close())
          return db
        },
      }
    })
    assertSetAside(result)
  })
})
