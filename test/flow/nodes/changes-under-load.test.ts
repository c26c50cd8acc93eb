// Long: three real servers work on one PostgreSQL under load, while releases or both keys change.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { judgeStorm } from '../../../scripts/disasters/nodes/judge-storm.ts'
import { makeNextRelease } from '../../../scripts/disasters/nodes/next-release.ts'
import { untilSettled } from '../../../scripts/disasters/nodes/storm.ts'
import { startStormClients } from '../../../scripts/disasters/nodes/storm-clients.ts'
import { planNode, startNode } from '../../../scripts/disasters/nodes/storm-node.ts'
import {
  openStormScene,
  registerReceiver,
  type StormScene,
} from '../../../scripts/disasters/nodes/storm-scene.ts'
import { findBinaries } from '../../../scripts/postgres/local-server.ts'
import { createMasterKey, readMasterKey } from '../../../server/crypto/master-key.ts'
import { newestSchema } from '../../../server/db/migrations/index.ts'
import { runSvc } from '../../cli/memory-shell.ts'
import { onPostgres } from '../../support/postgres.ts'

const run = promisify(execFile)

/** Answers may take long on a busy machine: no client gives up waiting for one. */
const answerWithinMs = 120_000
const load = { clients: { sandbox: 2, live: 1 }, pauseMs: 60, answerWithinMs }

const probeMsMax = answerWithinMs

interface Migrated {
  readonly schema_version: number
  readonly waiting: readonly string[]
}

async function migrateWith({ env }: StormScene, program: string): Promise<Migrated> {
  const { stdout } = await run(process.execPath, [program, 'migrate', '--json'], {
    env: { ...env, PATH: process.env.PATH ?? '', SVC_ALLOW_ROOT: 'yes' },
  })
  return JSON.parse(stdout)
}

async function openScene(t: TestContext) {
  const scene = await openStormScene({ binaries: findBinaries() ?? '', nodes: 2 })
  t.after(() => scene.close())
  await registerReceiver(scene)
  const program = makeNextRelease(join(scene.folder, 'next'))
  const clientsOf = (urls: () => readonly string[]) =>
    startStormClients({ urls, keys: scene.keys, ...load })
  return { scene, program, clientsOf }
}

async function startNext({ folder, env, database, db, nodes }: StormScene, program: string) {
  const plan = { folder, name: 'node-next', env, ports: database.ports, outward: [] }
  const node = await startNode(db, await planNode(plan), program)
  nodes.push(node)
  return node
}

test(
  'two releases work on one database while an upgrade is rolled through',
  onPostgres,
  async (t) => {
    const { scene, program, clientsOf } = await openScene(t)
    const clients = clientsOf(() => scene.nodes.map(({ server }) => server.url))
    const old = [...scene.nodes]

    const expanded = await migrateWith(scene, program)
    assert.equal(expanded.schema_version, newestSchema + 1)
    assert.match(
      expanded.waiting.join(),
      /migration \d+ \(drop_tick_index, contracting\) waits until/,
    )
    for (const { id } of old) assert.ok(expanded.waiting[0]?.includes(id), 'names each old server')
    const next = await startNext(scene, program)
    t.after(() => next.link.close())
    for (const { server } of scene.nodes) await clients.probe(server.url, probeMsMax)
    assert.equal(
      (await migrateWith(scene, program)).schema_version,
      newestSchema + 1,
      'no contraction yet',
    )
    await clients.stop()
    await untilSettled(scene)
    const { acknowledged } = clients
    assert.deepEqual(clients.refusals, [])
    assert.deepEqual((await judgeStorm(scene, { acknowledged, rounds: [] })).wrong, [])

    const later = clientsOf(() => [next.server.url])
    for (const { server } of old) assert.equal(await server.kill('SIGTERM'), 0)
    const contracted = await migrateWith(scene, program)
    assert.deepEqual([contracted.schema_version, contracted.waiting], [newestSchema + 2, []])
    await later.probe(next.server.url, probeMsMax)
    await later.stop()
    assert.deepEqual(later.refusals, [])
    await assert.rejects(scene.startAgain(0), /schema version \d+, this program knows \d+/)
    const rows = await scene.db.reader.selectFrom('verifications').select('id').execute()
    // The later clients begin with the idempotency keys of the earlier ones, so they get some of their answers again.
    const told = new Set([...acknowledged, ...later.acknowledged].map(({ id }) => id))
    assert.deepEqual(new Set(rows.map(({ id }) => id)), told)
  },
)

const looksMax = 6_000

interface Rotation {
  readonly purpose: string
  readonly state: string
  readonly rows_changed: number
}

/** Starts a server as on another machine: with a copy of the master key in a file of its own. */
async function startElsewhere({ folder, env, database, db, nodes }: StormScene) {
  const elsewhere = join(folder, 'elsewhere')
  mkdirSync(elsewhere, { mode: 0o700 })
  const masterKeyFile = join(elsewhere, 'master.key')
  copyFileSync(env.SVC_MASTER_KEY_FILE ?? '', masterKeyFile)
  const own = { ...env, SVC_MASTER_KEY_FILE: masterKeyFile }
  const plan = { folder, name: 'node-elsewhere', env: own, ports: database.ports, outward: [] }
  const node = await startNode(db, await planNode(plan))
  nodes.push(node)
  return { node, env: own, masterKeyFile }
}

test('both keys change while other processes store requests', onPostgres, async (t) => {
  const scene = await openStormScene({ binaries: findBinaries() ?? '', nodes: 2 })
  t.after(() => scene.close())
  await registerReceiver(scene)
  const elsewhere = await startElsewhere(scene)
  t.after(() => elsewhere.node.link.close())
  const svc = async (env: StormScene['env'], ...words: readonly string[]) => {
    const ran = await runSvc([...words, '--json'], { env, wait: (delayMs) => wait(delayMs) })
    assert.equal(ran.status, 0, ran.err || ran.out)
    return JSON.parse(ran.out)
  }
  const urls = () => scene.nodes.map(({ server }) => server.url)
  const clients = startStormClients({ urls, keys: scene.keys, ...load })
  const reachAll = () => Promise.all(urls().map((url) => clients.probe(url, probeMsMax)))
  await reachAll()

  const file = scene.env.SVC_MASTER_KEY_FILE ?? ''
  createMasterKey(`${file}.new`)
  copyFileSync(`${file}.new`, `${elsewhere.masterKeyFile}.new`)
  const changed = await svc(scene.env, 'crypto', 'rotate-master', '--yes')
  assert.deepEqual([changed.server, changed.servers_behind], ['uses_it', []])
  await reachAll()
  const other = await svc(elsewhere.env, 'crypto', 'rotate-master', '--yes')
  assert.deepEqual([other.had_changed, other.to], [true, changed.to])
  assert.equal(readMasterKey(elsewhere.masterKeyFile).fingerprint, changed.to)

  await svc(scene.env, 'crypto', 'rotate-data', '--purpose', 'wrapping', '--yes')
  const beganWith = clients.acknowledged.length
  const until = async (isReached: (one: Rotation | undefined) => boolean) => {
    for (let look = 0; look < looksMax; look += 1) {
      const { rotations } = await svc(elsewhere.env, 'crypto', 'status')
      if (isReached(rotations.find(({ purpose }: Rotation) => purpose === 'wrapping'))) return
      await wait(50)
    }
    assert.fail('the rotation does not move')
  }
  await until((one) => (one?.rows_changed ?? 0) > 0)
  await reachAll()
  await clients.stop()
  assert.ok(clients.acknowledged.length > beganWith + scene.nodes.length)
  assert.deepEqual(clients.refusals, [])
  const sentAgain = clients.acknowledged.filter(({ passed }) => passed.length > 0)
  assert.deepEqual(sentAgain, [], 'no client notices')

  await until((one) => one?.state === 'old_key_kept')
  await untilSettled(scene)
  const { acknowledged } = clients
  assert.deepEqual((await judgeStorm(scene, { acknowledged, rounds: [] })).wrong, [])
  const verdict = await svc(scene.env, 'crypto', 'verify', '--all')
  assert.deepEqual([verdict.well, verdict.faults], [true, []])
  assert.ok(verdict.checked.data_keys >= acknowledged.length)
})
