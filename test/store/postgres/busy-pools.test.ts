// Signs of life of a node whose connections for requests are all in use.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseAddressOf } from '../../../server/db/postgres/database-address.ts'
import { type OpenedPostgres, openPostgres } from '../../../server/db/postgres/open-postgres.ts'
import { inSharedTransaction } from '../../../server/db/transaction.ts'
import { OwnNode } from '../../../server/nodes/own-node.ts'
import { captureLog } from '../../support/captured-log.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { heldKey } from '../../support/nodes.ts'
import { onPostgres, openTestPostgres } from '../../support/postgres.ts'

/** Holds the one connection for writing and the one for reading until the returned function is called. */
async function holdAll(db: OpenedPostgres): Promise<() => Promise<void>> {
  const goOn = Promise.withResolvers<void>()
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const hold = async (number: 0 | 1) => {
    begun[number].resolve()
    await goOn.promise
  }
  const held = [
    inSharedTransaction(db, () => hold(0)),
    db.reader.connection().execute(() => hold(1)),
  ]
  await Promise.all(begun.map(({ promise }) => promise))
  return async () => {
    goOn.resolve()
    await Promise.all(held)
  }
}

async function join(db: OpenedPostgres, clock: ManualClock) {
  const captured = captureLog(clock)
  const node = new OwnNode({ db, clock, log: captured.log, version: '1', keyHolder: heldKey })
  await node.join({ isAlone: false })
  return { node, ...captured }
}

describe('a node whose pools are busy', onPostgres, () => {
  test('gives signs of life all the same, keeps its lease, and sees the others', async (t) => {
    const { db, url } = await openTestPostgres(t)
    // Real time passes while the connections are held.
    const patient = {
      ...databaseAddressOf(url),
      options: '-c idle_in_transaction_session_timeout=0',
    }
    const busyDb = openPostgres({ address: patient, connectionsMax: 2 })
    const clock = new ManualClock()
    const busy = await join(busyDb, clock)
    const other = await join(db, clock)
    const letGo = await holdAll(busyDb)
    t.after(async () => {
      await letGo()
      await busyDb.close()
    })
    for (let beat = 0; beat < 10; beat += 1) {
      clock.advance(400)
      await Promise.all([busy.node.beat(), other.node.beat()])
    }
    assert.equal(busy.node.mayTakeWork(), true)
    assert.deepEqual(busy.of('node_beat_failed'), [])
    assert.deepEqual(busy.of('node_lease_lost'), [])
    const both = [busy.node.id, other.node.id].toSorted()
    assert.deepEqual(busy.node.workingNodes(), both)
    assert.equal(other.node.isGone(busy.node.id), false)
  })
})
