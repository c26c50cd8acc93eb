// Long: three real servers, one of them with a master key file of its own, store requests while both keys are changed.

import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { judgeStorm } from '../../../scripts/disasters/nodes/judge-storm.ts'
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
import { runSvc } from '../../cli/memory-shell.ts'
import { onPostgres } from '../../support/postgres.ts'

const load = { clients: { sandbox: 2, live: 1 }, pauseMs: 60 }
const probeMsMax = 30_000
const looksMax = 600

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
  assert.ok(clients.acknowledged.every(({ tries }) => tries === 1))

  await until((one) => one?.state === 'old_key_kept')
  await untilSettled(scene)
  const { acknowledged } = clients
  assert.deepEqual((await judgeStorm(scene, { acknowledged, rounds: [] })).wrong, [])
  const verdict = await svc(scene.env, 'crypto', 'verify', '--all')
  assert.deepEqual([verdict.well, verdict.faults], [true, []])
  assert.ok(verdict.checked.data_keys >= acknowledged.length)
})
