import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { enqueueJob } from '../../../server/jobs/enqueue-job.ts'
import type { JobOutcome } from '../../../server/jobs/job-handler.ts'
import { openTestDatabase, type TestDatabase } from '../../support/database.ts'
import { gate, openRunner } from '../../support/jobs.ts'
import { turns, until } from '../../support/turns.ts'

const done: JobOutcome = { kind: 'done', reason: 'approved' }
const concurrency = 2
const shortRuns = 90
const jobs = 200

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
})
