import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SqliteConnectionAdapter } from '../../../server/db/sqlite/sqlite-connection.ts'
import { SendQueue } from '../../../server/deliveries/send-queue.ts'
import { notAgain, onSqlite } from '../../support/postgres.ts'
import { openDispatchScene } from '../../support/scenes/dispatch-scene.ts'
import { testKeyring } from '../../support/test-keyring.ts'

/** A queue with a backlog for one webhook that takes eight at once. */
async function openQueue(t: Parameters<typeof openDispatchScene>[0], count: number) {
  const { db, clock, register, publishEvent } = await openDispatchScene(t)
  const webhookId = await register('one')
  await publishEvent(count)
  const queue = new SendQueue({ keyring: testKeyring() })
  await queue.refresh(db.reader)
  queue.targetOf(webhookId).pace = { cap: 8, timeoutsInRow: 0 }
  const take = async (limit: number) => {
    const share = { webhookId, priority: 'first_attempt', limit } as const
    const { ready } = await queue.takeChecked(db, [share], clock.now())
    return ready.map(({ delivery }) => delivery)
  }
  return { queue, take }
}

test('a backlog is read on from where the last read ended', onSqlite, async (t) => {
  const { take } = await openQueue(t, 200)
  let read = 0
  const { all } = SqliteConnectionAdapter.prototype
  t.mock.method(
    SqliteConnectionAdapter.prototype,
    'all',
    function (this: SqliteConnectionAdapter, sql: string, parameters: readonly unknown[]) {
      const rows = all.call(this, sql, parameters)
      if (/from "webhook_deliveries".* order by "due_at"/.test(sql)) read += rows.length
      return rows
    },
  )
  const taken = []
  for (let rounds = 0; rounds < 30; rounds += 1) taken.push(...(await take(8)))
  const ids = taken.map(({ id }) => id)
  assert.equal(new Set(ids).size, 200)
  assert.deepEqual(ids, ids.toSorted())
  assert.equal(read, 200)
})

test(
  'a delivery that was given back is taken again, and none that is under way',
  notAgain,
  async (t) => {
    const { queue, take } = await openQueue(t, 5)
    const [first, second, third] = await take(3)
    if (!first || !second || !third) throw new Error('three are due')
    queue.giveBack(second)
    const next = await take(8)
    assert.equal(next.length, 3)
    assert.ok(next.some(({ id }) => id === second.id))
    assert.ok(next.every(({ id }) => id !== first.id && id !== third.id))
    assert.deepEqual(await take(8), [])
  },
)
