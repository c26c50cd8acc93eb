import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Work, WorkKind } from '../../../server/db/transaction.ts'
import type { JobOutcome } from '../../../server/jobs/job-handler.ts'
import { JobRunner } from '../../../server/jobs/job-runner.ts'
import { openTestDatabase, type TestDatabase } from '../../support/database.ts'
import { enqueue, gate, handlersFor, type Run, readJob } from '../../support/jobs.ts'
import { openNode, passTime } from '../../support/nodes.ts'
import { readNotes, writeNote } from '../../support/notes.ts'
import { turns, until } from '../../support/turns.ts'

const done: JobOutcome = { kind: 'done', reason: 'approved' }

/** A node with a job runner, wired as a server wires them. */
async function startRunner(t: TestContext, database: TestDatabase, run: Run, concurrency = 4) {
  const opened = await openNode(t, database)
  const handlers = handlersFor(run)
  const runner = new JobRunner({ ...opened, handlers, concurrency })
  opened.node.onLook(() => runner.look())
  opened.node.onExpiry(() => runner.loseLease())
  await runner.start()
  t.after(() => stopped(runner, database))
  return { ...opened, runner }
}

async function stopped(runner: JobRunner, { clock }: TestDatabase): Promise<void> {
  const stopping = runner.stop(0)
  clock.advance(2_000)
  await stopping
}

test('two nodes share the jobs, and run none twice', async (t) => {
  const database = await openTestDatabase(t)
  for (let job = 0; job < 40; job += 1) await enqueue(database, `ver_${job}`)
  const runsOf = { one: new Set<string>(), other: new Set<string>() }
  const gates = { one: gate(), other: gate() }
  const runFor =
    (name: 'one' | 'other'): Run =>
    async ({ subjectId }) => {
      runsOf[name].add(subjectId)
      await gates[name].opened
      return done
    }
  const one = await startRunner(t, database, runFor('one'))
  const other = await startRunner(t, database, runFor('other'))
  await until(() => runsOf.one.size === 4 && runsOf.other.size === 4)
  gates.one.open()
  gates.other.open()
  await one.runner.idle()
  await other.runner.idle()
  assert.equal(runsOf.one.size + runsOf.other.size, 40)
  assert.equal(new Set([...runsOf.one, ...runsOf.other]).size, 40)
  const { count, runs } = database.db.raw
    .prepare(`select count(*) as count, sum(runs) as runs from jobs where state = 'done'`)
    .get() as { readonly count: number; readonly runs: number }
  assert.deepEqual([count, runs], [40, 40])
})

test('the jobs of a node that falls silent are taken over within 3 seconds, not before its lease', async (t) => {
  const database = await openTestDatabase(t)
  await enqueue(database, 'ver_1')
  const { open, opened } = gate()
  let isAborted = false
  const first = await startRunner(t, database, async (_job, signal) => {
    signal.addEventListener('abort', () => {
      isAborted = true
    })
    await opened
    return { ...done, commit: (trx) => writeNote(trx, 'first') }
  })
  await until(() => readJob(database, 'ver_1').state === 'running')
  // The beats of both never fall together, so the second sees each beat of the first 200 ms after it.
  await passTime(database.clock, 200)
  const second = await startRunner(t, database, async ({ interruptions }) => ({
    ...done,
    commit: (trx) => writeNote(trx, `second after ${interruptions}`),
  }))
  await passTime(database.clock, 800)
  first.clock.stop()
  // Its last sign of life is seen now.
  await passTime(database.clock, 1_700)
  assert.equal(readJob(database, 'ver_1').owner, first.node.id)
  await passTime(database.clock, 200)
  assert.notEqual(readJob(database, 'ver_1').owner, first.node.id)
  await passTime(database.clock, 900)
  await second.runner.idle()
  assert.deepEqual(readNotes(database.db), ['second after 1'])

  first.clock.goOn()
  await until(() => isAborted)
  open()
  await first.runner.idle()
  assert.deepEqual(
    first.of('job').map(({ outcome }) => outcome),
    ['superseded'],
  )
  assert.equal(first.of('node_lease_lost').length, 1)
  assert.deepEqual(readNotes(database.db), ['second after 1'])
})

test('a run that has lost its job cannot confirm a write that it makes on the way', async (t) => {
  const database = await openTestDatabase(t)
  await enqueue(database, 'ver_1')
  const { open, opened } = gate()
  const refused: string[] = []
  const slow = await startRunner(t, database, async (_job, _signal, hold) => {
    await opened
    await slow.db
      .write(async (trx) => {
        await hold.confirm(trx)
        await writeNote(trx, 'written on the way')
      })
      .catch((error: Error) => {
        refused.push(error.name)
        throw error
      })
    return done
  })
  await until(() => readJob(database, 'ver_1').owner === slow.node.id)
  database.db.raw.exec(`update jobs set owner = 'node_other', runs = runs + 1`)
  open()
  await slow.runner.idle()
  assert.deepEqual(refused, ['RunLostError'])
  assert.deepEqual(readNotes(database.db), [])
  assert.equal(slow.of('job_failed').length, 0)
})

test('jobs whose claim was under way when the lease was lost do not begin, and are handed back', async (t) => {
  const database = await openTestDatabase(t)
  const opened = await openNode(t, database)
  let runs = 0
  const handlers = handlersFor(async () => {
    runs += 1
    return done
  })
  const runner = new JobRunner({ ...opened, handlers, concurrency: 4 })
  opened.node.onExpiry(() => runner.loseLease())
  await enqueue(database, 'ver_1')
  const { write } = opened.db
  const slow = t.mock.method(opened.db, 'write', async (work: Work<unknown>, kind?: WorkKind) => {
    const result = await write(work, kind)
    if (readJob(database, 'ver_1').state === 'running' && opened.node.holdsLease()) {
      opened.clock.stop()
      database.clock.advance(10_000)
    }
    return result
  })
  await runner.start()
  t.after(() => stopped(runner, database))
  await until(() => readJob(database, 'ver_1').state === 'waiting' && slow.mock.callCount() > 1)
  assert.equal(runs, 0)
  slow.mock.restore()
  opened.clock.goOn()
  await opened.node.beat()
  runner.look()
  await until(() => readJob(database, 'ver_1').state === 'done')
  assert.equal(runs, 1)
})

test('of two busy nodes one waits to run a suspect, and the other runs what is due after it', async (t) => {
  const database = await openTestDatabase(t)
  const gates = [gate(), gate()]
  const begun: string[] = []
  let told: number[] = []
  const runners: JobRunner[] = []
  for (const [number, { opened }] of gates.entries()) {
    const needs = await openNode(t, database)
    const handlers = handlersFor(async ({ subjectId }) => {
      begun.push(`node ${number} ${subjectId}`)
      if (subjectId === `ver_${number}`) await opened
      return done
    })
    const offerJobs = () => {
      told.push(number)
      setImmediate(() => runners[1 - number]?.wake())
    }
    const runner = new JobRunner({ ...needs, handlers, concurrency: 2, offerJobs })
    runners.push(runner)
    await enqueue(database, `ver_${number}`)
    await runner.start()
    t.after(() => stopped(runner, database))
    await until(() => begun.includes(`node ${number} ver_${number}`))
    database.clock.advance(1)
  }
  await enqueue(database, 'ver_suspect')
  const { raw } = database.db
  raw.exec(
    `update jobs set interruptions = 2, reason = 'interrupted' where subject_id = 'ver_suspect'`,
  )
  database.clock.advance(1)
  await enqueue(database, 'ver_late')
  told = []
  runners[0]?.wake()
  await until(() => readJob(database, 'ver_late').state === 'done')
  await turns(1_000)
  assert.deepEqual(begun.slice(2), ['node 1 ver_late'])
  assert.equal(told.filter((number) => number === 0).length, 1, 'who waits tells the other once')
  gates[0]?.open()
  await until(() => readJob(database, 'ver_suspect').state === 'done')
  assert.deepEqual(begun.slice(3), ['node 0 ver_suspect'])
  gates[1]?.open()
})
