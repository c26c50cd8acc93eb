import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { isUniqueViolation } from '../../../server/db/unique-violation.ts'
import { enqueueJob } from '../../../server/jobs/enqueue-job.ts'
import { claimDueJobs, findNextDue } from '../../../server/jobs/job-claim-store.ts'
import { listRunningJobs } from '../../../server/jobs/job-list-view.ts'
import { readJobStats } from '../../../server/jobs/job-stats-view.ts'
import {
  deleteFinishedJobs,
  endRun,
  finishRuns,
  holdsRun,
  listOtherOwners,
  listRunsOf,
  setJobDue,
} from '../../../server/jobs/job-store.ts'
import { sharedTimes } from '../../../server/nodes/node.ts'
import { putNode } from '../../../server/nodes/node-store.ts'
import { openTestDatabase, plansOf, type TestDatabase } from '../../support/database.ts'
import { enqueue, readJob } from '../../support/jobs.ts'
import { isPostgresLane, onSqlite } from '../../support/postgres.ts'
import { waitingJob } from '../../support/waiting-job.ts'

function claim({ db, clock }: TestDatabase, limit: number, owner = 'node_this') {
  const nowMs = clock.now()
  return inTransaction(db, (trx) => claimDueJobs(trx, { owner, step: 'ask', nowMs, limit }))
}

/** Enqueues jobs a second apart, named for their order. */
async function enqueueInOrder(database: TestDatabase, count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1) {
    await enqueue(database, `ver_${index}`)
    database.clock.advance(1000)
  }
}

describe('claiming', () => {
  test('takes the jobs that have been due longest, no more than asked for', async (t) => {
    const database = await openTestDatabase(t)
    await enqueueInOrder(database, 5)
    const subjects = async (limit: number) =>
      (await claim(database, limit)).map(({ subjectId }) => subjectId).sort()
    assert.deepEqual(await subjects(2), ['ver_1', 'ver_2'])
    assert.deepEqual(await subjects(1), ['ver_3'])
    assert.deepEqual(await subjects(10), ['ver_4', 'ver_5'])
    assert.deepEqual(await subjects(10), [])
  })

  test('of jobs due at the same instant takes the oldest first', async (t) => {
    const database = await openTestDatabase(t)
    await enqueueInOrder(database, 3)
    database.db.raw.exec('update jobs set due_at = 7')
    assert.deepEqual(
      (await claim(database, 1)).map(({ subjectId }) => subjectId),
      ['ver_1'],
    )
  })

  test('leaves alone what is not due yet, runs already or has ended', async (t) => {
    const database = await openTestDatabase(t)
    await enqueueInOrder(database, 4)
    const nowMs = database.clock.now()
    const set = (subject: string, change: string) =>
      database.db.raw.exec(`update jobs set ${change} where subject_id = '${subject}'`)
    set('ver_1', `due_at = ${nowMs + 1}`)
    set('ver_2', `state = 'running', owner = 'node_other'`)
    set('ver_3', `state = 'done'`)
    set('ver_4', `state = 'failed'`)
    assert.deepEqual(await claim(database, 10), [])
    database.clock.advance(1)
    assert.deepEqual(
      (await claim(database, 10)).map(({ subjectId }) => subjectId),
      ['ver_1'],
    )
  })

  test('gives the job as it was enqueued, with one run more, and notes its owner', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    const createdAt = database.clock.now()
    const [job] = await claim(database, 1)
    const payload = { verificationId: 'ver_1' }
    assert.deepEqual(job, waitingJob({ id: String(job?.id), payload, dueAt: createdAt, createdAt }))
    const { state, owner } = readJob(database, 'ver_1')
    assert.deepEqual({ state, owner }, { state: 'running', owner: 'node_this' })
  })

  test('leaves jobs of a kind that only a newer release knows, and does not wait for them', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    database.db.raw.exec(`update jobs set kind = 'verification.of_tomorrow'`)
    assert.deepEqual(await claim(database, 10), [])
    assert.equal(await findNextDue(database.db.reader), undefined)
  })

  test('a subject has one job of a kind', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    await assert.rejects(enqueue(database, 'ver_1'), isUniqueViolation)
  })
})

describe('the queries that run all the time', () => {
  const nextOfStep = [
    'CO-ROUTINE next',
    'SEARCH jobs USING COVERING INDEX jobs_waiting (step=?)',
    'SCAN next',
  ]
  test('find due jobs by the index of waiting ones, without sorting', onSqlite, async (t) => {
    const { file } = await openTestDatabase(t)
    const plan = await plansOf(t, file, async (trx) => {
      await claimDueJobs(trx, { owner: 'node_this', step: 'ask', nowMs: 1, limit: 10 })
      await findNextDue(trx)
    })
    assert.deepEqual(plan, [
      'SEARCH jobs USING COVERING INDEX sqlite_autoindex_jobs_1 (id=?)',
      'LIST SUBQUERY 1',
      'SEARCH jobs USING COVERING INDEX jobs_waiting (step=? AND due_at<?)',
      'COMPOUND QUERY',
      'LEFT-MOST SUBQUERY',
      ...nextOfStep,
      'UNION ALL',
      ...nextOfStep,
      'UNION ALL',
      ...nextOfStep,
      'UNION ALL',
      ...nextOfStep,
    ])
  })

  test('read neither finished jobs nor the whole table', onSqlite, async (t) => {
    const { file } = await openTestDatabase(t)
    const plan = await plansOf(t, file, async (trx) => {
      await listOtherOwners(trx, 'node_this')
      await listRunsOf(trx, 'node_this')
      await holdsRun(trx, { jobId: 'job_1', owner: 'node_this', run: 1 })
      await setJobDue(trx, { kind: 'verification.run', subjectId: 'ver_1' }, 1)
      await deleteFinishedJobs(trx, 1, 500)
      await readJobStats(trx, 1)
    })
    const slow = plan.filter((step) => /^SCAN jobs$|jobs_finished$|TEMP B-TREE/.test(step))
    assert.deepEqual(slow, [], plan.join('\n'))
    const pruning = plan.filter((step) => step.endsWith('jobs_finished (finished_at<?)'))
    assert.equal(pruning.length, 1, plan.join('\n'))
  })
})

describe('the fence of a run', () => {
  const end = { state: 'done', reason: 'approved', finishedAt: 1 } as const

  test('lets the run that has the job end it, once', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    const [job] = await claim(database, 1)
    const fence = { jobId: job?.id ?? '', owner: 'node_this', run: 1 }
    assert.equal(await inTransaction(database.db, (trx) => endRun(trx, fence, end)), true)
    assert.equal(await inTransaction(database.db, (trx) => endRun(trx, fence, end)), false)
    const { state, owner } = readJob(database, 'ver_1')
    assert.deepEqual({ state, owner }, { state: 'done', owner: null })
  })

  const otherRuns = {
    'another process': { owner: 'node_other', run: 1 },
    'an earlier run of the same process': { owner: 'node_this', run: 0 },
    'a later run': { owner: 'node_this', run: 2 },
  }
  for (const [who, { owner, run }] of Object.entries(otherRuns)) {
    test(`keeps ${who} from writing`, async (t) => {
      const database = await openTestDatabase(t)
      await enqueue(database, 'ver_1')
      const [job] = await claim(database, 1)
      const fence = { jobId: job?.id ?? '', owner, run }
      assert.equal(await inTransaction(database.db, (trx) => endRun(trx, fence, end)), false)
      assert.equal(readJob(database, 'ver_1').state, 'running')
    })
  }
})

describe('ends of many runs at once', () => {
  const done = { owner: 'node_this', run: 1, reason: 'approved', finishedAt: 7 }

  test('name the jobs that were written, and leave those that others have taken over', async (t) => {
    const database = await openTestDatabase(t)
    await enqueueInOrder(database, 5)
    const ids = (await claim(database, 5)).map(({ id }) => id).toSorted()
    const finish = (some: readonly string[]) =>
      inTransaction(database.db, (trx) => finishRuns(trx, some, done))
    assert.deepEqual(await finish(ids.slice(0, 2)), ids.slice(0, 2))
    const run = "update jobs set owner = 'node_other', runs = 2 where subject_id = ?"
    database.db.raw.prepare(run).run('ver_4')
    const [third = '', fourth = '', fifth = ''] = ids.slice(2)
    const later = { ...done, finishedAt: 8 }
    const written = await inTransaction(database.db, (trx) => finishRuns(trx, ids, later))
    assert.deepEqual(written.toSorted(), [third, fifth].toSorted())
    assert.deepEqual(await finish([fourth]), [])
    const states = [1, 2, 3, 4, 5].map((number) => readJob(database, `ver_${number}`))
    assert.deepEqual(
      states.map(({ state, owner, finished_at: at }) => [state, owner, at]),
      [
        ['done', null, 7],
        ['done', null, 7],
        ['done', null, 8],
        ['running', 'node_other', null],
        ['done', null, 8],
      ],
    )
  })
})

describe('the figures of the queue', () => {
  test('count what waits, runs and is due, and how long the first has been due', async (t) => {
    const database = await openTestDatabase(t)
    const stats = () => readJobStats(database.db.reader, database.clock.now())
    assert.deepEqual(await stats(), { waiting: 0, running: 0, due: 0, oldestDueAgeMs: 0 })
    await enqueueInOrder(database, 4)
    await claim(database, 1)
    database.db.raw.exec(`update jobs set due_at = due_at + 3600000 where subject_id = 'ver_4'`)
    assert.deepEqual(await stats(), { waiting: 3, running: 1, due: 2, oldestDueAgeMs: 3000 })
  })

  test('of a queue where nothing is due yet say so', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    const { db, clock } = database
    const early = await readJobStats(db.reader, clock.now() - 1)
    assert.deepEqual(early, { waiting: 1, running: 0, due: 0, oldestDueAgeMs: 0 })
  })
})

test('a running job shows when its node counts as dead; never with SQLite, whose server is alone', async (t) => {
  const { db, clock } = await openTestDatabase(t)
  const nowMs = clock.now()
  const facts = {
    host: 'a',
    version: '1',
    schemaVersion: 1,
    startedAt: nowMs,
    masterKeyId: 'mk_test',
  }
  const subject = { kind: 'verification.run', subjectId: 'ver_1', payload: {} } as const
  await inTransaction(db, async (trx) => {
    await putNode(trx, { ...facts, id: 'node_1' }, nowMs)
    await enqueueJob({ clock }, trx, subject)
    await claimDueJobs(trx, { owner: 'node_1', step: 'ask', nowMs, limit: 1 })
  })
  const listed = await listRunningJobs(db, 10)
  const leaseUntil = isPostgresLane ? nowMs + sharedTimes.leaseMs : undefined
  assert.deepEqual(
    listed.map((job) => [job.subjectId, job.leaseUntil]),
    [['ver_1', leaseUntil]],
  )
})
