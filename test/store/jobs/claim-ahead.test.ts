// Slow: kills servers amid hundreds of jobs. store/jobs/job-runner.test.ts runs some in the fast lane.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { claimJobs } from '../../../server/jobs/claim-jobs.ts'
import { enqueueJob } from '../../../server/jobs/enqueue-job.ts'
import { claimDueJobs, claimJobsAhead } from '../../../server/jobs/job-claim-store.ts'
import type { JobOutcome } from '../../../server/jobs/job-handler.ts'
import { listRunsOf } from '../../../server/jobs/job-store.ts'
import { QuietWait } from '../../../server/jobs/quiet-wait.ts'
import { rescueJobs } from '../../../server/jobs/rescue-jobs.ts'
import { captureLog } from '../../support/captured-log.ts'
import { startProgram } from '../../support/child-program.ts'
import { openTestDatabase, type TestDatabase } from '../../support/database.ts'
import { aloneNode, gate, handlersFor, openRunner, readJob } from '../../support/jobs.ts'
import { onSqlite } from '../../support/postgres.ts'
import { turns, until } from '../../support/turns.ts'

const done: JobOutcome = { kind: 'done', reason: 'approved' }
const concurrency = 2
const shortRuns = 90
const jobs = 200
const program = new URL('programs/die-in-run.ts', import.meta.url)

async function enqueueMany({ db, clock }: TestDatabase, count: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (let number = 0; number < count; number += 1) {
      const job = { kind: 'verification.run', subjectId: `ver_${number}`, payload: {} } as const
      await enqueueJob({ clock }, trx, job)
    }
  })
}

function countIn({ db }: TestDatabase, state: string): number {
  return Number(db.raw.prepare('select count(*) from jobs where state = ?').pluck().get(state))
}

/** A runner after many short runs; all runs from the next one on wait for the gate. */
async function openStuckAfterShortRuns(t: TestContext) {
  const database = await openTestDatabase(t)
  const { open, opened: gateOpened } = gate()
  let runs = 0
  const opened = openRunner(
    database,
    async () => {
      runs += 1
      if (runs > shortRuns) await gateOpened
      return done
    },
    { concurrency },
  )
  await enqueueMany(database, jobs)
  await opened.runner.start()
  await until(() => runs === shortRuns + concurrency)
  await turns(20)
  return { ...opened, database, open, runs: () => runs }
}

describe('short runs', () => {
  test('let the runner claim ahead, at most seven jobs for a slot; it runs no more at once', async (t) => {
    const database = await openTestDatabase(t)
    await enqueueMany(database, 400)
    let active = 0
    const atOnce = new Set<number>()
    const claimed = new Set<number>()
    const { runner } = openRunner(
      database,
      async () => {
        active += 1
        atOnce.add(active)
        claimed.add(countIn(database, 'running'))
        await undefined
        active -= 1
        return done
      },
      { concurrency },
    )
    await runner.start()
    await runner.idle()
    assert.equal(countIn(database, 'done'), 400)
    assert.equal(Math.max(...atOnce), concurrency)
    assert.equal(Math.max(...claimed), concurrency * 8)
  })

  test('of which one fails do not take the others with it', async (t) => {
    const database = await openTestDatabase(t)
    await enqueueMany(database, 100)
    const { runner } = openRunner(database, async ({ subjectId }) =>
      subjectId === 'ver_50' ? { kind: 'retry', reason: 'provider_unreachable' } : done,
    )
    await runner.start()
    await until(() => countIn(database, 'done') === 99)
    assert.equal(countIn(database, 'waiting'), 1)
    await runner.stop(0)
  })
})

describe('jobs that were claimed ahead', () => {
  test('are handed back after a second without a free slot, and cost no attempt', async (t) => {
    const { database, open, runner, runs } = await openStuckAfterShortRuns(t)
    assert.ok(countIn(database, 'running') > concurrency, 'some were claimed ahead')
    database.clock.advance(1_001)
    await until(() => countIn(database, 'running') === concurrency)
    assert.equal(countIn(database, 'waiting'), jobs - shortRuns - concurrency)
    const spent = 'select count(*) from jobs where attempts > 0 or interruptions > 0'
    assert.equal(database.db.raw.prepare(spent).pluck().get(), 0)
    open()
    await runner.idle()
    assert.equal(runs(), jobs, 'each ran once')
  })

  test('are handed back by a stop at once, while runs under way may end', async (t) => {
    const { database, open, runner } = await openStuckAfterShortRuns(t)
    const stopping = runner.stop(5_000)
    runner.wake()
    open()
    await stopping
    assert.equal(countIn(database, 'running'), 0)
    assert.equal(countIn(database, 'done'), shortRuns + concurrency)
    assert.equal(countIn(database, 'waiting'), jobs - shortRuns - concurrency)
  })

  test('at the death of their node count no interruption, and wait for a free slot from then on', async (t) => {
    const database = await openTestDatabase(t)
    await enqueueMany(database, 3)
    const { db, clock } = database
    const claim = { owner: 'node_dead', step: 'ask', nowMs: clock.now(), limit: 1 } as const
    const claimed = await inTransaction(db, async (trx) => [
      ...(await claimDueJobs(trx, claim)),
      ...(await claimJobsAhead(trx, claim)),
    ])
    assert.deepEqual(
      claimed.map(({ isAhead }) => isAhead),
      [false, true],
    )
    const { log } = captureLog()
    const handlers = handlersFor(() => assert.fail('not run here'))
    await rescueJobs({ ...database, log, handlers, node: aloneNode('node_next') })
    const left = claimed.map(({ subjectId }) => readJob(database, subjectId))
    assert.deepEqual(
      left.map(({ state, reason, interruptions }) => [state, reason, interruptions]),
      [
        ['waiting', 'interrupted', 1],
        ['waiting', 'interrupted', 0],
      ],
    )
    const again = { ...claim, limit: 10 }
    const ahead = await inTransaction(db, (trx) => claimJobsAhead(trx, again))
    assert.equal(ahead.length, 1, 'the one that no death has met')
    const free = await inTransaction(db, (trx) => claimDueJobs(trx, again))
    assert.deepEqual(
      free.map(({ isAhead }) => isAhead),
      [false, false],
    )
  })

  test('leave jobs that a death has met to other nodes, and wake these nodes', async (t) => {
    const database = await openTestDatabase(t)
    await enqueueMany(database, 3)
    database.db.raw.exec(`update jobs set interruptions = 1, reason = 'interrupted'`)
    const { db, clock } = database
    const soundScene = {
      isQuiet: true,
      isSound: true,
      leads: true,
      quietWait: new QuietWait(clock),
    }
    const scene = { ...soundScene, leaveMs: () => 0 }
    const free = { prepare: 0, ask: concurrency, follow_up: 0, simulate: 0 }
    const slots = { free, ahead: concurrency }
    const claim = () => claimJobs(db, { owner: 'node_1', nowMs: clock.now(), ...scene, ...slots })
    const [first, rest] = [await claim(), await claim()]
    assert.deepEqual(
      [first.jobs.length, first.isMore, rest.jobs.length, rest.isMore],
      [concurrency, true, 1, false],
    )
  })

  test('of servers that one job kills count none, and that job is found', onSqlite, async (t) => {
    const database = await openTestDatabase(t)
    await enqueueMany(database, 60)
    // In the order of their numbers.
    const order = 'due_at = due_at - 100 + cast(substr(subject_id, 5) as integer)'
    database.db.raw.exec(`update jobs set ${order}`)
    const { log } = captureLog()
    const handlers = handlersFor(() => assert.fail('not run here'))
    const crashing = 'ver_31'
    const begun = new Set<string>()
    const unbegun: number[] = []
    for (let death = 1; death <= 2; death += 1) {
      const nodeId = `node_${death}`
      const server = startProgram(t, program, [database.file, crashing, nodeId])
      for (let line = await server.nextLine(); line !== undefined; line = await server.nextLine()) {
        begun.add(line)
      }
      assert.equal((await server.ended).status, 'SIGKILL')
      const held = await listRunsOf(database.db.reader, nodeId)
      unbegun.push(held.filter(({ subjectId }) => !begun.has(subjectId)).length)
      await rescueJobs({ ...database, log, handlers, node: aloneNode('node_next') })
    }
    const counted = database.db.raw
      .prepare('select subject_id from jobs where interruptions > 0')
      .pluck()
      .all()
    assert.ok((unbegun[0] ?? 0) > concurrency, 'the first server had claimed more than it ran')
    assert.deepEqual(
      counted.filter((subject) => !begun.has(String(subject))),
      [],
    )
    assert.equal(
      readJob(database, crashing).interruptions,
      1,
      'claimed ahead at the first death only',
    )
  })
})
