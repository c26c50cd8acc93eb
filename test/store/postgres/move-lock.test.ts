// Servers and commands stay off a database while it is copied elsewhere, and after it was.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { insertMove } from '../../../server/db/database-move.ts'
import { databaseAddressOf } from '../../../server/db/postgres/database-address.ts'
import { createMoveLock } from '../../../server/db/postgres/move-lock.ts'
import { openPostgres } from '../../../server/db/postgres/open-postgres.ts'
import { storageTroubleOf } from '../../../server/db/storage-trouble.ts'
import { type Db, inBeatTransaction, inTransaction } from '../../../server/db/transaction.ts'
import { listNodes } from '../../../server/nodes/node-list-view.ts'
import { putNode } from '../../../server/nodes/node-store.ts'
import { onPostgres, openAt, openTestPostgres } from '../../support/postgres.ts'

const row = {
  id: 'node_1',
  host: 'a',
  version: '1',
  schemaVersion: 1,
  startedAt: 0,
  masterKeyId: 'mk_test',
}
const join = (db: Db) => inBeatTransaction(db, (trx) => putNode(trx, row, 0))
const write = (db: Db) => inTransaction(db, (trx) => putNode(trx, { ...row, id: 'node_2' }, 0))
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => assert.fail('it did not fail'),
    (error: unknown) => error,
  )

async function openScene(t: TestContext) {
  const { db, url } = await openTestPostgres(t)
  const address = databaseAddressOf(url)
  const lock = createMoveLock({ address: { ...address, options: '-c lock_timeout=100ms' } })
  const copying = openPostgres({ address, connectionsMax: 2, isForCopy: true })
  t.after(async () => {
    await lock.release()
    await inTransaction(copying, (trx) => trx.deleteFrom('database_move').execute())
    await copying.close()
  })
  return { db, url, lock, copying }
}

describe('the lock of a move', onPostgres, () => {
  test('is refused while anybody is connected who may write, and names them', async (t) => {
    const { db, lock } = await openScene(t)
    await write(db)
    await join(db)
    const { nodeId } = db.connections
    assert.deepEqual(await lock.take(), [`svc beat ${nodeId}`, `svc write ${nodeId}`])
  })

  test('keeps a server off that was stopped meanwhile, and one that starts, until it is given back', async (t) => {
    const { db, url, lock, copying } = await openScene(t)
    await write(db)
    await copying.connections.endThoseOf(db.connections.nodeId)
    assert.deepEqual(await lock.take(), [])
    // The first use of an ended connection fails, and the next one connects anew.
    await errorOf(write(db))
    const starting = openAt(url)
    t.after(() => starting.close())
    const refused = [write(db), write(starting), join(starting)].map(errorOf)
    for (const error of await Promise.all(refused)) {
      assert.match(String(error), /svc db copy is moving this database/)
      assert.equal(storageTroubleOf(error), 'unreachable')
    }
    assert.equal((await listNodes(db.reader)).length, 1, 'reading goes on')
    await lock.confirm()
    await lock.release()
    await write(db)
  })

  test('is of no use after the move: nothing is written where it was', async (t) => {
    const { db, lock, copying } = await openScene(t)
    assert.deepEqual(await lock.take(), [])
    const move = { state: 'left', installationId: 'ins_1', otherPlace: 'svc at db-2' } as const
    await inTransaction(copying, (trx) => insertMove(trx, { ...move, changedAt: 0 }))
    await lock.release()
    for (const error of await Promise.all([write(db), join(db)].map(errorOf))) {
      assert.match(String(error), /was moved to svc at db-2 on 1970/)
    }
    assert.deepEqual(await listNodes(copying.reader), [])
  })
})
