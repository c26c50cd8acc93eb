import assert from 'node:assert/strict'
import { syncBuiltinESMExports } from 'node:module'
import { describe, test } from 'node:test'
import timers from 'node:timers/promises'
import { inTransaction } from '../../../server/db/transaction.ts'
import { isIdleInTime } from '../../../server/jobs/await-idle.ts'
import { claimDueJobs, claimSuspect } from '../../../server/jobs/job-claim-store.ts'
import type { JobOutcome } from '../../../server/jobs/job-handler.ts'
import { countFailedJobs } from '../../../server/jobs/job-list-view.ts'
import { rescueJobs } from '../../../server/jobs/rescue-jobs.ts'
import { captureLog } from '../../support/captured-log.ts'
import { openTestDatabase, type TestDatabase } from '../../support/database.ts'
import { aloneNode, enqueue, gate, handlersFor, openRunner, readJob } from '../../support/jobs.ts'
import { readNotes, writeNote } from '../../support/notes.ts'
import { until } from '../../support/turns.ts'

const done: JobOutcome = { kind: 'done', reason: 'approved' }

/** What a process leaves that is killed while it runs everything that is due, or a suspect. */
function dieRunning({ db, clock }: TestDatabase, node: string, { isTrial = true } = {}) {
  const claim = { owner: node, step: 'ask', nowMs: clock.now() } as const
  return inTransaction(db, async (trx) => {
    const alone = await claimSuspect(trx, { ...claim, isTrial })
    return alone.length > 0 ? alone : claimDueJobs(trx, { ...claim, limit: 100 })
  })
}

describe('at start', () => {
  test('what a dead process ran is taken over at once, and costs no attempt', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    await enqueue(database, 'ver_2')
    await dieRunning(database, 'node_dead')
    const worked: [string, number, number][] = []
    const opened = openRunner(database, async ({ subjectId, attempts, interruptions }) => {
      worked.push([subjectId, attempts, interruptions])
      return done
    })
    await opened.runner.start()
    await opened.runner.idle()
    assert.deepEqual(worked.sort(), [
      ['ver_1', 0, 1],
      ['ver_2', 0, 1],
    ])
    assert.deepEqual(
      opened.of('jobs_rescued').map(({ count }) => count),
      [2],
    )
  })

  test('a job that had failed before it was cut off keeps its attempts and since when it fails', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    database.db.raw.exec('update jobs set attempts = 3, failing_since = 77')
    await dieRunning(database, 'node_dead')
    const { runner } = openRunner(database, async (job) => {
      assert.deepEqual([job.attempts, job.failingSince], [3, 77])
      return done
    })
    await runner.start()
    await runner.idle()
    assert.equal(readJob(database, 'ver_1').state, 'done')
  })
})

describe('a job that is in the air at every death', () => {
  test('runs again at once twice, then alone after growing waits, and is set aside by its third trial', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    const { log, of } = captureLog()
    const handlers = handlersFor(() => assert.fail('not run here'), {
      abandon: (trx, job, reason) => writeNote(trx, `${job.subjectId}: ${reason}`),
    })
    const waits: number[] = []
    for (let death = 1; death <= 5; death += 1) {
      await dieRunning(database, `node_${death}`)
      const node = aloneNode(`node_${death + 1}`)
      assert.equal(await rescueJobs({ ...database, log, handlers, node }), 1)
      const { due_at } = readJob(database, 'ver_1')
      waits.push((due_at - database.clock.now()) / 1000)
      database.clock.advance(Math.max(0, due_at - database.clock.now()))
    }
    assert.deepEqual(waits.slice(0, 4), [0, 0, 5, 40])
    const { id, state, reason, attempts } = readJob(database, 'ver_1')
    assert.deepEqual([state, reason, attempts], ['failed', 'crashes_server', 0])
    assert.deepEqual(readNotes(database.db), ['ver_1: crashes_server'])
    const [told] = of('job_set_aside')
    assert.deepEqual(
      [told?.job_id, told?.verification_id, told?.reason],
      [id, 'ver_1', 'crashes_server'],
    )
    assert.deepEqual(await countFailedJobs(database.db.reader, 'crashes_server'), 1)
  })

  test('is not blamed by servers that die soon after their start, as in a storm of kills', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    const { log } = captureLog()
    const handlers = handlersFor(() => assert.fail('not run here'))
    for (let death = 1; death <= 50; death += 1) {
      await dieRunning(database, `node_${death}`, { isTrial: false })
      const node = aloneNode(`node_${death + 1}`)
      await rescueJobs({ ...database, log, handlers, node })
      database.clock.advance(40_000)
    }
    const { state, interruptions, lone_deaths } = readJob(database, 'ver_1')
    assert.deepEqual([state, interruptions, lone_deaths], ['waiting', 50, 0])
    await dieRunning(database, 'node_51', { isTrial: false })
    await rescueJobs({ ...database, log, handlers, node: aloneNode('node_52') })
    assert.deepEqual(readJob(database, 'ver_1').reason, 'interrupted')
    assert.deepEqual(readJob(database, 'ver_1').state, 'failed')
  })

  test('and whose last words cannot be written does not keep the others from being worked', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_poison')
    await enqueue(database, 'ver_good')
    await dieRunning(database, 'node_dead')
    const asked = `interruptions = 4, lone_deaths = 2, is_trial = 1 where subject_id = 'ver_poison'`
    database.db.raw.exec(`update jobs set ${asked}`)
    const opened = openRunner(database, async () => done, {
      abandon: () => Promise.reject(new Error('bug')),
    })
    await opened.runner.start()
    await opened.runner.idle()
    assert.equal(readJob(database, 'ver_good').state, 'done')
    assert.equal(readJob(database, 'ver_poison').state, 'running')
    assert.ok(opened.of('job_rescue_failed').length > 0)
  })
})

describe('a running job of this node', () => {
  test('is left alone while its run goes on, however long that takes', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    const { open, opened: gateOpened } = gate()
    const opened = openRunner(
      database,
      async () => {
        await gateOpened
        return done
      },
      { timeoutMs: 600_000 },
    )
    await opened.runner.start()
    await until(() => readJob(database, 'ver_1').state === 'running')
    for (let second = 0; second < 120; second += 1) {
      database.clock.advance(1_000)
      // The run's own limit and the next look: the runner has done what the last look found.
      await until(() => database.clock.pendingCount === 2)
    }
    open()
    await opened.runner.idle()
    const { state, runs, interruptions } = readJob(database, 'ver_1')
    assert.deepEqual([state, runs, interruptions], ['done', 1, 0])
  })

  test('that no run belongs to runs again: its end could not be written', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    await dieRunning(database, 'node_this')
    const { runner } = openRunner(database, async () => done)
    await runner.start()
    await runner.idle()
    database.clock.advance(10_000)
    await runner.idle()
    const { state, runs, interruptions } = readJob(database, 'ver_1')
    assert.deepEqual([state, runs, interruptions], ['done', 2, 1])
  })

  test('of which the end of a trial could not be written is not blamed: the server lives', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    database.db.raw.exec(
      `update jobs set interruptions = 4, lone_deaths = 2, reason = 'interrupted'`,
    )
    await dieRunning(database, 'node_this')
    const { runner } = openRunner(database, async () => done)
    await runner.start()
    database.clock.advance(10_000)
    await runner.idle()
    const waiting = readJob(database, 'ver_1')
    assert.deepEqual([waiting.state, waiting.lone_deaths], ['waiting', 2])
    database.clock.advance(40_000)
    await runner.idle()
    assert.equal(readJob(database, 'ver_1').state, 'done')
  })
})

describe('a job that another node has taken over', () => {
  test('aborts its old run, which cannot write any more', async (t) => {
    const database = await openTestDatabase(t)
    await enqueue(database, 'ver_1')
    const { open, opened: gateOpened } = gate()
    let [isBegun, isAborted] = [false, false]
    const stuck = openRunner(
      database,
      async (_job, signal) => {
        signal.addEventListener('abort', () => {
          isAborted = true
        })
        isBegun = true
        await gateOpened
        return { ...done, commit: (trx) => writeNote(trx, 'stuck') }
      },
      { node: aloneNode('node_stuck') },
    )
    await stuck.runner.start()
    // Claimed is not begun: a job that is lost before it begins is dropped, and nothing is aborted.
    await until(() => isBegun)
    const next = openRunner(database, async () => ({
      ...done,
      commit: (trx) => writeNote(trx, 'next'),
    }))
    await next.runner.start()
    await next.runner.idle()
    stuck.runner.look()
    await until(() => isAborted)
    open()
    await stuck.runner.idle()
    assert.deepEqual(readNotes(database.db), ['next'])
    assert.deepEqual(
      stuck.of('job').map(({ outcome }) => outcome),
      ['superseded'],
    )
  })
})

test('a node that gives a sign of life before its jobs are taken over keeps them', async (t) => {
  const database = await openTestDatabase(t)
  await enqueue(database, 'ver_1')
  await dieRunning(database, 'node_silent')
  const node = { ...aloneNode('node_1'), isStillDead: async () => false }
  const handlers = handlersFor(() => assert.fail('not run here'))
  assert.equal(await rescueJobs({ ...database, log: captureLog().log, handlers, node }), 0)
  const { state, owner } = readJob(database, 'ver_1')
  assert.deepEqual([state, owner], ['running', 'node_silent'])
})

test('a drained node is idle once it has obeyed and its last job has ended', async (t) => {
  const database = await openTestDatabase(t)
  const handlers = handlersFor(() => assert.fail('not run here'))
  await enqueue(database, 'ver_1')
  await dieRunning(database, 'node_drained')
  const waits: number[] = []
  const { mock } = t.mock.method(timers, 'setTimeout', async (ms: number) => {
    waits.push(ms)
    if (waits.length < 3) return
    await rescueJobs({ ...database, log: captureLog().log, handlers, node: aloneNode('node_2') })
  })
  syncBuiltinESMExports()
  t.after(() => {
    mock.restore()
    syncBuiltinESMExports()
  })
  assert.equal(await isIdleInTime(database.db, 'node_drained'), true)
  assert.deepEqual(waits, [database.db.dialect === 'sqlite' ? 6_000 : 2_000, 200, 200])
})
