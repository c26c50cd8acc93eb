// Jobs whose line fails: one of them is run now and then before its time, and those of a node whose own line fails are
// left to the others first.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { JobOutcome } from '../../../server/jobs/job-handler.ts'
import { type JobLine, leaveMsAfter } from '../../../server/jobs/job-line.ts'
import { providerLine } from '../../../server/provider-line.ts'
import { openTestDatabase } from '../../support/database.ts'
import { aloneNode, enqueue, openRunner, readJob } from '../../support/jobs.ts'
import { turns } from '../../support/turns.ts'

const done: JobOutcome = { kind: 'done', reason: 'approved' }
const retry: JobOutcome = { kind: 'retry', reason: 'network' }

async function openFailing(t: TestContext, subjects: readonly string[]) {
  const database = await openTestDatabase(t)
  const state = { answers: false, probes: 0, runs: [] as string[] }
  const line: JobLine = {
    steps: ['ask'],
    leaveMs: () => 0,
    mayProbe: () => !state.answers || state.probes === 0,
    probeEveryMs: () => 20_000,
    probed() {
      state.probes += 1
    },
  }
  const { runner } = openRunner(
    database,
    async ({ subjectId }) => {
      state.runs.push(subjectId)
      return state.answers ? done : retry
    },
    { line },
  )
  for (const subject of subjects) await enqueue(database, subject)
  await runner.start()
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await runner.idle()
      database.clock.advance(1_000)
      runner.wake()
    }
    await runner.idle()
  }
  return { ...database, database, state, runner, pass }
}

describe('while a line fails', () => {
  test('a job is run before its time every 20 seconds, which is no attempt of it', async (t) => {
    const { database, state, pass } = await openFailing(t, ['ver_1'])
    // Its attempts come after 2, 5, 15, 30, 60, 120 and then 300 seconds.
    await pass(240)
    const before = readJob(database, 'ver_1')
    assert.equal(before.attempts, 7)
    state.runs.length = 0
    await pass(100)
    assert.equal(state.runs.length, 5)
    const after = readJob(database, 'ver_1')
    assert.deepEqual([after.attempts, after.due_at], [7, before.due_at])
    state.answers = true
    await pass(20)
    assert.deepEqual([readJob(database, 'ver_1').state, state.probes], ['done', 1])
  })

  test('none is run before its time where others are due soon, and one at a time otherwise', async (t) => {
    const subjects = Array.from({ length: 12 }, (_, at) => `ver_${at}`)
    const { database, state, pass } = await openFailing(t, subjects)
    await pass(240)
    state.runs.length = 0
    await pass(100)
    assert.equal(state.runs.length, 5, 'all of them are due at the same time')
    const spread =
      'update jobs set due_at = due_at + 25000 * cast(substr(subject_id, 5) as integer)'
    database.db.raw.exec(spread)
    state.runs.length = 0
    await pass(200)
    assert.ok(state.runs.length <= 16, `${state.runs.length}`)
  })

  test('jobs that failed for a fault of ours, or that wait for something else, are no probes', async (t) => {
    const { database, state, pass } = await openFailing(t, ['ver_1'])
    await pass(240)
    database.db.raw.exec('update jobs set throws = 1')
    state.runs.length = 0
    await pass(60)
    database.db.raw.exec('update jobs set throws = 0, failing_since = null')
    await pass(60)
    assert.deepEqual(state.runs, [])
  })
})

test('a job that gives up before its time brings no others forward, and one that is answered does', async (t) => {
  const database = await openTestDatabase(t)
  const health = { answers: false, unreached: 1 }
  const node = { workingNodes: () => ['node_this'] }
  const wakeJobs = () => runner.wake()
  const line = providerLine({ ...database, node, wakeJobs, provider: { health: () => health } })
  const runs: string[] = []
  let next: 'fails' | 'gives_up' | 'answered' = 'fails'
  const run = async ({ subjectId }: { readonly subjectId: string }) => {
    runs.push(subjectId)
    if (next === 'fails' || runs.length > 1) return retry
    health.answers = next === 'answered'
    return done
  }
  const { runner } = openRunner(database, run, { line })
  for (const subject of ['ver_1', 'ver_2', 'ver_3', 'ver_4']) await enqueue(database, subject)
  await runner.start()
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await runner.idle()
      database.clock.advance(1_000)
      runner.wake()
      await turns(20)
    }
    await runner.idle()
  }
  await pass(240)
  runs.length = 0
  next = 'gives_up'
  await pass(60)
  assert.equal(runs.length, 3, 'probes alone')
  runs.length = 0
  next = 'answered'
  await pass(40)
  assert.equal(runs.length, 3, 'a probe and all that are left')
})

describe('a node whose own line fails', () => {
  test('leaves jobs to the others, and does them itself where nobody else does', async (t) => {
    const database = await openTestDatabase(t)
    const { clock } = database
    const ran: string[] = []
    const open = (id: string, leaveMs: number) => {
      const quiet = { mayProbe: () => false, probeEveryMs: () => 20_000, probed() {} }
      const line: JobLine = { steps: ['ask'], leaveMs: () => leaveMs, ...quiet }
      const note = async ({ subjectId }: { readonly subjectId: string }) => {
        ran.push(`${subjectId} ${id}`)
        return done
      }
      // Nobody is dead.
      const node = { ...aloneNode(id), deadAmong: async () => [], isStillDead: async () => false }
      return openRunner(database, note, { line, node }).runner
    }
    const amiss = open('amiss', 30_000)
    const sound = open('sound', 0)
    await amiss.start()
    await enqueue(database, 'ver_1')
    assert.equal(amiss.wake(), false, 'others are to look')
    await amiss.idle()
    assert.deepEqual(ran, [])
    await sound.start()
    await sound.idle()
    assert.deepEqual(ran, ['ver_1 sound'])
    await sound.stop(0)
    await enqueue(database, 'ver_2')
    for (let second = 0; second < 29; second += 1) {
      clock.advance(1_000)
      await amiss.idle()
    }
    assert.equal(ran.length, 1)
    clock.advance(1_000)
    amiss.wake()
    await amiss.idle()
    assert.equal(ran[1], 'ver_2 amiss')
    await enqueue(database, 'ver_3', 'prepare')
    amiss.wake()
    await amiss.idle()
    assert.equal(ran[2], 'ver_3 amiss', 'a step that does without the line is not left')
  })

  test('leaves them for ever longer, and half a minute at most', () => {
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5, 6, 60].map(leaveMsAfter),
      [0, 0, 0, 5_000, 10_000, 20_000, 30_000, 30_000],
    )
  })
})
