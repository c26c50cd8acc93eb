import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runOnce, takeOverRuns } from '../../../server/nodes/run-once.ts'
import { openTestDatabase } from '../../support/database.ts'
import { gate } from '../../support/jobs.ts'
import type { ManualClock } from '../../support/manual-clock.ts'
import { openNode, passTime } from '../../support/nodes.ts'
import { onSqlite } from '../../support/postgres.ts'

const tick = { task: 'prune_jobs', fireAt: 60_000 }
const nextTick = { ...tick, fireAt: 120_000 }

type OpenNode = Awaited<ReturnType<typeof openNode>>

/** A run of the task on this node that has begun, and ends with 1 once it is let go. */
async function beginRun(node: OpenNode, clock: ManualClock) {
  const { open, opened } = gate()
  const running = runOnce(node, tick, async () => {
    await opened
    return 1
  })
  await passTime(clock, 1_000)
  return { open, running }
}

test('a task that is still running keeps its next time from running elsewhere', async (t) => {
  const database = await openTestDatabase(t)
  const [one, other] = [await openNode(t, database), await openNode(t, database)]
  const { open, running } = await beginRun(one, database.clock)
  assert.equal(await runOnce(other, tick, () => assert.fail('ran')), undefined)
  assert.equal(await runOnce(other, nextTick, () => assert.fail('ran')), undefined)
  assert.equal(await runOnce(other, { ...tick, task: 'prune_outbound' }, async () => 7), 7)
  open()
  assert.equal(await running, 1)
  assert.equal(await runOnce(other, nextTick, async () => 2), 2)
})

test('a run that a dead node has not ended is taken over once, and the dead node cannot end it', async (t) => {
  const database = await openTestDatabase(t)
  const [one, other, third] = [
    await openNode(t, database),
    await openNode(t, database),
    await openNode(t, database),
  ]
  const { open, running } = await beginRun(one, database.clock)
  const take = (node: typeof one) => takeOverRuns(node, () => async () => 2)
  assert.deepEqual(await take(other), [])
  one.clock.stop()
  await passTime(database.clock, 2_600)
  const taken = (await Promise.all([take(other), take(third)])).flat()
  assert.deepEqual(
    taken.map(({ task, fireAt }) => ({ task, fireAt })),
    [tick],
  )
  open()
  await running
  const row = () =>
    database.db.raw.prepare('select node_id, ended_at, count from scheduled_runs').get()
  assert.equal((row() as { readonly ended_at: number | null }).ended_at, null)
  assert.equal(await taken[0]?.run(), 2)
  assert.equal((row() as { readonly count: number }).count, 2)
})

test('a node that is alone leaves a run that was cut off for the next time', async (t) => {
  const database = await openTestDatabase(t)
  const one = await openNode(t, database)
  void runOnce(one, tick, () => new Promise(() => {}))
  await passTime(database.clock, 500)
  one.clock.stop()
  const other = await openNode(t, database)
  await other.node.leave()
  await other.node.join({ isAlone: true })
  assert.deepEqual(await takeOverRuns(other, () => () => assert.fail('ran')), [])
  assert.equal(await runOnce(other, nextTick, async () => 3), 3)
})

test(
  'a run whose end cannot be written keeps its result, and is ended at the next look',
  onSqlite,
  async (t) => {
    const database = await openTestDatabase(t)
    const [one, other] = [await openNode(t, database), await openNode(t, database)]
    const { open, running } = await beginRun(one, database.clock)
    const take = () => takeOverRuns(one, () => () => assert.fail('ran'))
    const unended = () =>
      database.db.raw.prepare('select count(*) from scheduled_runs where ended_at is null').pluck()
    await take()
    assert.equal(unended().get(), 1)
    const write = t.mock.method(one.db, 'write', () => Promise.reject(new Error('disk full')))
    open()
    assert.equal(await running, 1)
    assert.equal(one.of('scheduled_run_end_failed').length, 1)
    write.mock.restore()
    assert.equal(await runOnce(other, nextTick, () => assert.fail('ran')), undefined)
    assert.deepEqual(await take(), [])
    assert.equal(unended().get(), 0)
    assert.equal(await runOnce(other, nextTick, async () => 2), 2)
  },
)

test('three nodes that fire together run a task once at each of 40 times, across a takeover', async (t) => {
  const database = await openTestDatabase(t)
  const nodes = [
    await openNode(t, database),
    await openNode(t, database),
    await openNode(t, database),
  ]
  const [first, second, third] = nodes
  assert.ok(first && second && third)
  const runs: number[] = []
  const fireAtOf = (number: number) => number * 60_000
  const taskAt = (number: number) => async () => {
    runs.push(number)
    return 1
  }
  const fireOn = (some: typeof nodes, number: number) =>
    Promise.all(
      some.map((node) =>
        runOnce(node, { task: tick.task, fireAt: fireAtOf(number) }, taskAt(number)),
      ),
    )
  for (let number = 1; number <= 20; number += 1) await fireOn(nodes, number)
  // The first node stops in the middle of a run, and two nodes take it over at the same time.
  const { open, opened } = gate()
  const stuck = runOnce(first, { task: tick.task, fireAt: fireAtOf(21) }, async () => {
    await opened
    return 1
  })
  await passTime(database.clock, 1_000)
  first.clock.stop()
  await passTime(database.clock, 2_600)
  const takeOver = async (node: typeof first) => {
    for (const taken of await takeOverRuns(node, () => taskAt(21))) await taken.run()
  }
  await Promise.all([
    takeOver(second),
    takeOver(third),
    takeOver(second),
    fireOn([second, third], 22),
  ])
  await fireOn([second, third], 22)
  for (let number = 23; number <= 40; number += 1) await fireOn([second, third], number)
  open()
  await stuck
  assert.deepEqual(
    runs.toSorted((one, other) => one - other),
    Array.from({ length: 40 }, (_, at) => at + 1),
  )
  const rows = database.db.raw
    .prepare('select count(*) as count from scheduled_runs where ended_at is not null')
    .get()
  assert.deepEqual(rows, { count: 40 })
})
