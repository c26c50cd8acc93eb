// Slow: needs PostgreSQL, which starts for it.
//
// A whole verification on PostgreSQL, from the request to the webhook: the rest of the lane runs with --postgres.

import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { describe, test } from 'node:test'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { verifyChain } from '../../server/audit/verify-chain.ts'
import { findHolder, holdServerLockWhenFree, serverLockFile } from '../../server/db/server-lock.ts'
import { inTransaction } from '../../server/db/transaction.ts'
import { findKeyUsers } from '../../server/operations/encryption-keys/find-key-users.ts'
import { rotateKeys } from '../../server/operations/encryption-keys/rotate-keys.ts'
import { isServed, isServing } from '../../server/operations/is-serving.ts'
import { call } from '../support/api-client.ts'
import { specimen } from '../support/images/specimens.ts'
import { onPostgres } from '../support/postgres.ts'
import { liveForm } from '../support/running-appliance.ts'
import { openDeliveryScene } from '../support/scenes/delivery-scene.ts'

describe('an appliance on PostgreSQL', onPostgres, () => {
  test('takes a live verification, runs its job, delivers its event, and chains its audit log', async (t) => {
    const scene = await openDeliveryScene(t, { isOnPostgres: true })
    const { app, receiver } = scene
    const json = { url: `${receiver.url}/live`, events: ['verification.completed'] }
    await call(`${app.url}/webhooks`, { key: app.liveKey, json })
    const fields = { country: 'SN', id_type: 'national_id', external_ref: 'order-7' }
    const image = specimen('senegal-id-front.jpg')
    const body = liveForm(fields, { front_image: image, selfie_image: specimen('selfie.jpg') })
    const submitted = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
    assert.equal(submitted.status, 202)
    const detail = await app.finish(String(submitted.data.id))
    assert.equal(detail.status, 'approved')
    await scene.settled()
    assert.deepEqual(
      receiver.arrivals.map((one) => one.json.data.id),
      [submitted.data.id],
    )
    const verdict = await verifyChain(app.appliance, {})
    assert.deepEqual(verdict.faults, [])
    assert.ok(verdict.entries > 0)
  })

  test('submits to the sandbox side by side, each once', async (t) => {
    const scene = await openDeliveryScene(t, { isOnPostgres: true })
    await Promise.all(Array.from({ length: 12 }, () => scene.verify()))
    const { db } = scene.app.appliance
    const { count } = await db.reader
      .selectFrom('verifications')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    assert.equal(count, 12)
    assert.deepEqual((await verifyChain(scene.app.appliance, {})).faults, [])
  })

  test('is found by commands on its machine by the lock of its data folder', async (t) => {
    const { app } = await openDeliveryScene(t, { isOnPostgres: true })
    const { dataDir } = app.appliance.config
    const lockFile = serverLockFile(dataDir)
    assert.deepEqual([isServing(dataDir), findHolder(lockFile)?.pid], [true, process.pid])
    // A node that shares the folder goes on without the lock, and leaves it to its holder.
    holdServerLockWhenFree(lockFile, app.clock).release()
    assert.deepEqual([isServing(dataDir), findHolder(lockFile)?.pid], [true, process.pid])
  })

  test('makes no new key while a server still holds an older master key', async (t) => {
    const { app } = await openDeliveryScene(t, { isOnPostgres: true })
    const { appliance } = app
    const held = appliance.keyHolder.heldMasterKeyId()
    assert.deepEqual(await findKeyUsers(appliance), [
      { name: `The server ${appliance.node.id} on ${hostname()}`, masterKeyId: held },
    ])
    await inTransaction(appliance.db, (trx) =>
      trx.updateTable('nodes').set({ master_key_id: 'mk_older' }).execute(),
    )
    const refused = await rotateKeys(appliance, fromCommandLine, ['wrapping'])
    assert.ok(refused.kind === 'refused')
    assert.match(refused.why, /^The server node_\w+ on \S+ still holds the master key mk_older/)
    await appliance.node.beat()
    assert.equal((await rotateKeys(appliance, fromCommandLine, ['wrapping'])).kind, 'started')
  })

  test('gives a running server time to learn of a new key', async (t) => {
    const { app } = await openDeliveryScene(t, { isOnPostgres: true })
    const { appliance, clock } = app
    assert.equal(await isServed(appliance), true)
    const started = await rotateKeys(appliance, fromCommandLine, ['wrapping'])
    assert.ok(started.kind === 'started')
    assert.equal(started.rotations[0]?.usedFrom, clock.now() + 5_000)
    await appliance.node.leave()
    assert.equal(await isServed(appliance), false)
  })
})
