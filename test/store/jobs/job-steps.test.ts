// Each step of a job has slots of its own, so that neither old work nor new work holds up the other.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type JobStep, jobSteps } from '../../../server/jobs/job.ts'
import type { JobOutcome } from '../../../server/jobs/job-handler.ts'
import { listWaitingJobs } from '../../../server/jobs/job-list-view.ts'
import { retryFailingJobs } from '../../../server/jobs/retry-failing-jobs.ts'
import { openTestDatabase } from '../../support/database.ts'
import { enqueue, gate, openRunner, readJob } from '../../support/jobs.ts'
import { until } from '../../support/turns.ts'

const done: JobOutcome = { kind: 'done', reason: 'approved' }
const concurrency = 4
const slots: Readonly<Record<JobStep, number>> = { prepare: 3, ask: 4, follow_up: 4, simulate: 4 }
const jobsPerStep = 10

describe('runs that hold all slots of a step', () => {
  for (const held of jobSteps) {
    test(`leave the others theirs: ${held}`, async (t) => {
      const database = await openTestDatabase(t)
      const { open, opened } = gate()
      let active = 0
      const { runner } = openRunner(
        database,
        async ({ step }) => {
          if (step !== held) return done
          active += 1
          await opened
          return done
        },
        { concurrency },
      )
      const enqueueAll = async (step: JobStep) => {
        for (let job = 0; job < jobsPerStep; job += 1)
          await enqueue(database, `${step}_${job}`, step)
      }
      await enqueueAll(held)
      await runner.start()
      await until(() => active === slots[held])
      const others = jobSteps.filter((step) => step !== held)
      for (const step of others) await enqueueAll(step)
      assert.equal(runner.wake(), false, 'another node may have a slot for what waits')
      const states = database.db.raw
        .prepare(`select count(*) from jobs where step <> ? and state = 'done'`)
        .pluck()
      await until(() => states.get(held) === others.length * jobsPerStep)
      assert.equal(active, slots[held], 'not one more of the step')
      open()
      await runner.idle()
      assert.equal(active, jobsPerStep)
    })
  }
})

describe('a stream without end', () => {
  for (const streaming of jobSteps) {
    test(`of jobs at one step holds up no job, of its own step either: ${streaming}`, async (t) => {
      const database = await openTestDatabase(t)
      const { clock } = database
      let streamed = 0
      let isOver = false
      const { runner } = openRunner(
        database,
        async ({ subjectId }) => {
          if (isOver || !subjectId.startsWith('stream')) return done
          streamed += 1
          clock.advance(1)
          return { kind: 'again', at: clock.now(), reason: 'processing' }
        },
        { concurrency: 1 },
      )
      for (const one of ['stream_1', 'stream_2', 'stream_3']) {
        await enqueue(database, one, streaming)
      }
      await runner.start()
      await until(() => streamed > 10)
      for (const step of jobSteps) await enqueue(database, step, step)
      await until(() => jobSteps.every((step) => readJob(database, step).state === 'done'))
      isOver = true
      await runner.idle()
    })
  }
})

test('a job goes on with the step that its run names, and stays at its step where the run failed', async (t) => {
  const database = await openTestDatabase(t)
  const { clock } = database
  const steps: JobStep[] = []
  const outcomes: JobOutcome[] = [
    { kind: 'retry', reason: 'decoder_unavailable' },
    { kind: 'again', step: 'ask', at: clock.now(), reason: 'prepared' },
    { kind: 'again', step: 'follow_up', at: clock.now(), reason: 'submitted' },
    { kind: 'retry', reason: 'network' },
  ]
  const { runner } = openRunner(database, async ({ step }) => {
    steps.push(step)
    return outcomes.shift() ?? done
  })
  await enqueue(database, 'ver_1', 'prepare')
  await runner.start()
  await runner.idle()
  for (const failed of ['decoder_unavailable', 'network']) {
    assert.equal(readJob(database, 'ver_1').reason, failed)
    clock.advance(2_000)
    await runner.idle()
  }
  assert.deepEqual(steps, ['prepare', 'prepare', 'ask', 'follow_up', 'follow_up'])
})

test('the list of waiting jobs has those of all steps, the next due first', async (t) => {
  const database = await openTestDatabase(t)
  for (const step of ['follow_up', 'prepare', 'ask', 'prepare'] as const) {
    await enqueue(database, `ver_${database.clock.now()}`, step)
    database.clock.advance(1_000)
  }
  const listed = await listWaitingJobs(database.db.reader, 3)
  const due = listed.map(({ dueAt }) => database.clock.now() - dueAt)
  assert.deepEqual(due, [4_000, 3_000, 2_000])
})

test('what failed for something that works again is tried at once; what waits for something else is not', async (t) => {
  const database = await openTestDatabase(t)
  const { clock } = database
  let isBack = false
  const { runner } = openRunner(database, async ({ subjectId, step }) => {
    if (isBack) return done
    if (subjectId === 'ver_thrown') throw new Error('a fault of ours')
    if (subjectId === 'ver_pending')
      return { kind: 'again', at: clock.now() + 60_000, reason: step }
    return { kind: 'retry', reason: 'network' }
  })
  for (const step of jobSteps) await enqueue(database, `ver_${step}`, step)
  await enqueue(database, 'ver_pending', 'follow_up')
  await enqueue(database, 'ver_thrown', 'ask')
  await runner.start()
  await runner.idle()
  isBack = true
  const wakeJobs = () => void runner.wake()
  await retryFailingJobs({ ...database, wakeJobs }, ['ask', 'follow_up'])
  await runner.idle()
  const stateOf = (subject: string) => readJob(database, subject).state
  const others = ['ver_prepare', 'ver_pending', 'ver_thrown']
  assert.deepEqual(['ver_ask', 'ver_follow_up'].map(stateOf), ['done', 'done'])
  assert.deepEqual(others.map(stateOf), ['waiting', 'waiting', 'waiting'])
})
