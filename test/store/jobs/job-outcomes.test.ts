import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JobOutcome } from '../../../server/jobs/job-handler.ts'
import { openTestDatabase, type TestDatabase } from '../../support/database.ts'
import { enqueue, openRunner, type Run, type RunnerOptions, readJob } from '../../support/jobs.ts'
import { readNotes, writeNote } from '../../support/notes.ts'
import { until } from '../../support/turns.ts'

/** One job, worked by `run` until nothing more is due. */
async function workOne(database: TestDatabase, run: Run, options?: RunnerOptions) {
  await enqueue(database, 'ver_1')
  const opened = openRunner(database, run, options)
  await opened.runner.start()
  await opened.runner.idle()
  return opened
}

/** Lets time go by and the runner do what falls due. */
async function pass(database: TestDatabase, opened: ReturnType<typeof openRunner>, ms: number) {
  database.clock.advance(ms)
  await opened.runner.idle()
}

describe('done', () => {
  test('ends the job with its reason, and what belongs to it is written with it', async (t) => {
    const database = await openTestDatabase(t)
    await workOne(database, async (job) => ({
      kind: 'done',
      reason: 'approved',
      commit: (trx) => writeNote(trx, `of ${job.subjectId}`),
    }))
    const { state, reason, finished_at, owner, attempts, runs } = readJob(database, 'ver_1')
    assert.deepEqual(
      [state, reason, finished_at, owner, attempts, runs],
      ['done', 'approved', database.clock.now(), null, 0, 1],
    )
    assert.deepEqual(readNotes(database.db), ['of ver_1'])
  })

  test('without consequences ends each job with its own reason', async (t) => {
    const database = await openTestDatabase(t)
    const ends = new Map([
      ['ver_1', 'approved'],
      ['ver_2', 'declined'],
      ['ver_3', 'approved'],
    ])
    for (const id of ends.keys()) await enqueue(database, id)
    const { runner } = openRunner(database, async ({ subjectId }) => ({
      kind: 'done',
      reason: ends.get(subjectId) ?? '',
    }))
    await runner.start()
    await runner.idle()
    for (const [id, expected] of ends) {
      const { state, reason, owner, finished_at } = readJob(database, id)
      assert.deepEqual(
        [state, reason, owner, finished_at],
        ['done', expected, null, database.clock.now()],
      )
    }
  })

  test('whose consequences cannot be written is not done: the job runs again at the next look', async (t) => {
    const database = await openTestDatabase(t)
    let full = true
    const opened = await workOne(database, async () => ({
      kind: 'done',
      reason: 'approved',
      async commit(trx) {
        await writeNote(trx, 'consequence')
        if (full) throw new Error('no space')
      },
    }))
    assert.equal(readJob(database, 'ver_1').state, 'running')
    assert.deepEqual(readNotes(database.db), [])
    assert.equal(opened.of('job_outcome_lost').length, 1)

    full = false
    await pass(database, opened, 9_000)
    assert.equal(readJob(database, 'ver_1').state, 'running', 'the next look is after 10 seconds')
    await pass(database, opened, 1_000)
    const { state, attempts, interruptions } = readJob(database, 'ver_1')
    assert.deepEqual([state, attempts, interruptions], ['done', 0, 1])
    assert.deepEqual(readNotes(database.db), ['consequence'])
  })
})

describe('again', () => {
  test('lets the job wait until the time it names, writes what belongs to it, costs no attempt', async (t) => {
    const database = await openTestDatabase(t)
    const at = database.clock.now() + 7_000
    const runs: number[] = []
    const opened = await workOne(database, async () => {
      runs.push(database.clock.now())
      if (runs.length > 1) return { kind: 'done', reason: 'approved' }
      return { kind: 'again', at, reason: 'processing', commit: (trx) => writeNote(trx, 'asked') }
    })
    const { state, due_at, attempts, reason } = readJob(database, 'ver_1')
    assert.deepEqual([state, due_at, attempts, reason], ['waiting', at, 0, 'processing'])
    assert.deepEqual(readNotes(database.db), ['asked'])
    await pass(database, opened, 6_999)
    assert.equal(runs.length, 1)
    await pass(database, opened, 1)
    assert.deepEqual(runs, [at - 7_000, at])
  })

  test('forgets failures and interruptions: the world answered', async (t) => {
    const database = await openTestDatabase(t)
    const outcomes: JobOutcome[] = [
      { kind: 'retry', reason: 'timeout' },
      { kind: 'retry', reason: 'timeout' },
      { kind: 'again', at: database.clock.now() + 60_000, reason: 'processing' },
      { kind: 'retry', reason: 'timeout' },
    ]
    const opened = await workOne(
      database,
      async () => outcomes.shift() ?? assert.fail('one run too many'),
    )
    database.db.raw.exec('update jobs set interruptions = 2')
    await pass(database, opened, 2_000)
    const failing = readJob(database, 'ver_1')
    assert.equal(failing.attempts, 2)
    assert.equal(failing.failing_since, failing.created_at)
    await pass(database, opened, 5_000)
    const { attempts, failing_since, interruptions } = readJob(database, 'ver_1')
    assert.deepEqual([attempts, failing_since, interruptions], [0, null, 0])
    await pass(database, opened, 60_000)
    const failsAnew = readJob(database, 'ver_1')
    assert.equal(failsAnew.attempts, 1)
    assert.equal(failsAnew.failing_since, database.clock.now())
    assert.equal(failsAnew.due_at, database.clock.now() + 2_000)
  })
})

describe('retry', () => {
  test('comes after 2, 5, 15, 30, 60, 120 and then every 300 seconds, to the millisecond', async (t) => {
    const database = await openTestDatabase(t)
    const startedAt = database.clock.now()
    const seen: number[] = []
    const failingSince: (number | undefined)[] = []
    const opened = await workOne(database, async (job) => {
      seen.push(database.clock.now())
      failingSince.push(job.failingSince)
      return { kind: 'retry', reason: 'timeout' }
    })
    const waits = [2, 5, 15, 30, 60, 120, 300, 300].map((seconds) => seconds * 1000)
    for (const [index, wait] of waits.entries()) {
      await pass(database, opened, wait - 1)
      assert.equal(seen.length, index + 1, `not a millisecond before ${wait}`)
      await pass(database, opened, 1)
      assert.equal(seen.length, index + 2, `at ${wait}`)
    }
    const rest = failingSince.slice(1)
    assert.deepEqual(failingSince[0], undefined)
    assert.deepEqual(
      rest,
      rest.map(() => startedAt),
      'failing since the first failure',
    )
    assert.equal(readJob(database, 'ver_1').attempts, 9)
  })
})

describe('a handler that throws', () => {
  test('is retried ten times in a row, then the job fails and the handler has its last words', async (t) => {
    const database = await openTestDatabase(t)
    let runs = 0
    const opened = await workOne(
      database,
      async () => {
        runs += 1
        throw new Error('Aminata Ndiaye')
      },
      { abandon: (trx, job, reason) => writeNote(trx, `${job.subjectId}: ${reason}`) },
    )
    for (let count = 0; count < 12; count += 1) await pass(database, opened, 300_000)
    assert.equal(runs, 10)
    const { state, reason, finished_at } = readJob(database, 'ver_1')
    assert.deepEqual([state, reason, finished_at !== null], ['failed', 'internal_error', true])
    assert.deepEqual(readNotes(database.db), ['ver_1: internal_error'])
    assert.equal(opened.of('job_failed').length, 10)
    assert.ok(!opened.lines.join('').includes('Aminata'), 'the message stays out of the log')
  })

  test('fails together with its last words or not at all', async (t) => {
    const database = await openTestDatabase(t)
    const opened = await workOne(database, () => Promise.reject(new Error('bug')), {
      async abandon(trx) {
        await writeNote(trx, 'last words')
        throw new Error('another bug')
      },
    })
    for (let count = 0; count < 9; count += 1) await pass(database, opened, 300_000)
    assert.equal(opened.of('job_failed').length, 10)
    assert.notEqual(readJob(database, 'ver_1').state, 'failed')
    assert.deepEqual(readNotes(database.db), [])
  })
})

describe('a run that lasts too long', () => {
  test('is stopped through its signal, and counts as failed', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    const reasons: unknown[] = []
    let hasBegun = false
    const untilAborted: Run = (_job, signal) =>
      new Promise((_resolve, reject) => {
        hasBegun = true
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason)
          reject(signal.reason)
        })
      })
    const opened = openRunner(database, untilAborted, { timeoutMs: 5_000 })
    await opened.runner.start()
    await until(() => hasBegun)
    database.clock.advance(4_999)
    assert.deepEqual(reasons, [])
    database.clock.advance(1)
    assert.match(String(reasons[0]), /timed out/)
    await opened.runner.idle()
    const { state, attempts, reason } = readJob(database, 'ver_1')
    assert.deepEqual([state, attempts, reason], ['waiting', 1, 'internal_error'])
  })

  test('leaves no timer behind when it ends in time', async (t) => {
    const database = await openTestDatabase(t)
    const opened = await workOne(database, async () => ({ kind: 'done', reason: 'approved' }))
    assert.equal(database.clock.pendingCount, 1, 'only the next look at the table')
    await opened.runner.stop(0)
    assert.equal(readJob(database, 'ver_1').state, 'done')
  })
})
