import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JobOutcome } from '../../../server/jobs/job-handler.ts'
import { runJobNow } from '../../../server/jobs/run-job-now.ts'
import { openTestDatabase, type TestDatabase } from '../../support/database.ts'
import { enqueue, gate, openRunner, readJob } from '../../support/jobs.ts'
import { turns, until } from '../../support/turns.ts'

const done: JobOutcome = { kind: 'done', reason: 'approved' }

function countByState({ db }: TestDatabase): unknown {
  return db.raw
    .prepare('select state, count(*) as count from jobs group by state order by state')
    .all()
}

async function enqueueMany(database: TestDatabase, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, at) => enqueue(database, `ver_${at}`)))
}

describe('the runner', () => {
  test('runs 200 jobs once each, never more at a time than its limit', async (t) => {
    const database = await openTestDatabase(t)
    await enqueueMany(database, 200)
    const timesWorked = new Map<string, number>()
    let active = 0
    let most = 0
    const { runner } = openRunner(
      database,
      async ({ subjectId }) => {
        active += 1
        most = Math.max(most, active)
        timesWorked.set(subjectId, (timesWorked.get(subjectId) ?? 0) + 1)
        await new Promise((resolve) => setImmediate(resolve))
        active -= 1
        return done
      },
      { concurrency: 16 },
    )
    await runner.start()
    await runner.idle()
    assert.equal(timesWorked.size, 200)
    assert.deepEqual(new Set(timesWorked.values()), new Set([1]))
    assert.equal(most, 16)
    assert.deepEqual(countByState(database), [{ state: 'done', count: 200 }])
  })

  test('lets the next begin as soon as one ends', async (t) => {
    const database = await openTestDatabase(t)
    await enqueueMany(database, 3)
    const gates = [gate(), gate(), gate()]
    let begun = 0
    const { runner } = openRunner(
      database,
      async () => {
        await gates[begun++]?.opened
        return done
      },
      { concurrency: 2 },
    )
    await runner.start()
    await until(() => begun === 2)
    runner.wake()
    await turns(20)
    assert.equal(begun, 2, 'not one more than it was told')
    gates[1]?.open()
    await until(() => begun === 3)
    assert.deepEqual(countByState(database), [
      { state: 'done', count: 1 },
      { state: 'running', count: 2 },
    ])
    for (const one of gates) one.open()
    await runner.idle()
  })

  test('finds jobs within a second without being woken', async (t) => {
    const database = await openTestDatabase(t)
    const { runner } = openRunner(database, async () => done)
    await runner.start()
    await runner.idle()
    await enqueue(database, 'ver_1')
    database.clock.advance(1_000)
    await runner.idle()
    assert.equal(readJob(database, 'ver_1').state, 'done')
  })

  test('can be woken at any moment, even while a poll ends', async (t) => {
    const database = await openTestDatabase(t)
    const { runner } = openRunner(database, async () => done)
    await runner.start()
    for (let delay = 0; delay < 80; delay += 1) {
      await runner.idle()
      runner.wake()
      for (let microtask = 0; microtask < delay; microtask += 1) await undefined
      // At once and not through the writer: where in the look the row turns up is the point.
      insertDueJob(database, `ver_${delay}`)
      runner.wake()
      await runner.idle()
      assert.equal(readJob(database, `ver_${delay}`).state, 'done', `told after ${delay} steps`)
    }
  })

  test('that is not started does nothing when woken', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    const { runner } = openRunner(database, () => assert.fail('worked'))
    runner.wake()
    await runner.idle()
    assert.equal(readJob(database, 'ver_1').state, 'waiting')
  })

  test('survives a database that refuses, and goes on when it is back', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    const opened = openRunner(database, async () => done)
    await opened.runner.start()
    await opened.runner.idle()
    database.db.raw.exec('alter table jobs rename to away')
    for (let second = 0; second < 3; second += 1) {
      database.clock.advance(1_000)
      await opened.runner.idle()
    }
    assert.equal(opened.of('jobs_look_failed').length, 1)
    database.db.raw.exec('alter table away rename to jobs')
    await enqueue(database, 'ver_2')
    database.clock.advance(1_000)
    await opened.runner.idle()
    assert.equal(readJob(database, 'ver_2').state, 'done')
  })

  test('says of every run what came of it, in fields without personal data', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    const opened = openRunner(database, async () => done)
    await opened.runner.start()
    await opened.runner.idle()
    const [{ level, time, event, job_id, ...fields } = {}] = opened.of('job')
    assert.deepEqual(fields, {
      job_kind: 'verification.run',
      verification_id: 'ver_1',
      outcome: 'done',
      reason: 'approved',
      attempt: 0,
      duration_ms: 0,
    })
    assert.equal(job_id, readJob(database, 'ver_1').id)
  })
})

describe('hastening', () => {
  const subject = { kind: 'verification.run', subjectId: 'ver_1' } as const

  async function openWaiting(t: Parameters<typeof openTestDatabase>[0]) {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    let runs = 0
    const { runner } = openRunner(database, async () => {
      runs += 1
      const at = database.clock.now() + 60_000
      return runs === 1 ? { kind: 'again', at, reason: 'processing' } : done
    })
    await runner.start()
    await runner.idle()
    const runNow = () => runJobNow({ ...database, wakeJobs: () => runner.wake() }, subject)
    return { database, runner, runNow, runs: () => runs }
  }

  test('makes a job that waits run now', async (t) => {
    const { database, runner, runNow, runs } = await openWaiting(t)
    await runNow()
    await runner.idle()
    assert.equal(runs(), 2)
    assert.equal(readJob(database, 'ver_1').state, 'done')
  })

  test('does nothing to a job that has ended, nor for a subject without one', async (t) => {
    const { database, runner, runNow, runs } = await openWaiting(t)
    await runNow()
    await runner.idle()
    const before = readJob(database, 'ver_1')
    await runNow()
    const needs = { ...database, wakeJobs: () => assert.fail('there is nothing to do') }
    await runJobNow(needs, { ...subject, subjectId: 'ver_none' })
    await runner.idle()
    assert.deepEqual(readJob(database, 'ver_1'), before)
    assert.equal(runs(), 2)
  })

  test('does not push back a job that is due already', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    const before = readJob(database, 'ver_1')
    database.clock.advance(5_000)
    const needs = { ...database, wakeJobs: () => assert.fail('it is due already') }
    await runJobNow(needs, subject)
    assert.deepEqual(readJob(database, 'ver_1'), before)
  })
})

function insertDueJob({ db, clock }: TestDatabase, subjectId: string): void {
  db.raw
    .prepare(
      `insert into jobs (id, kind, subject_id, payload, state, due_at, attempts, throws, runs, interruptions, lone_deaths, is_trial, created_at) values (?, 'verification.run', ?, '{}', 'waiting', ?, 0, 0, 0, 0, 0, 0, 0)`,
    )
    .run(`job_${subjectId}`, subjectId, clock.now())
}
