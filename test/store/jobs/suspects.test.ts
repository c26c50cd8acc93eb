// Jobs that were interrupted twice in a row run alone, so that none is blamed for another.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { enqueueJob } from '../../../server/jobs/enqueue-job.ts'
import type { JobOutcome } from '../../../server/jobs/job-handler.ts'
import type { JobRunner } from '../../../server/jobs/job-runner.ts'
import { openTestDatabase, type TestDatabase } from '../../support/database.ts'
import { enqueue, gate, newJob, openRunner, type Run, readJob } from '../../support/jobs.ts'
import { turns, until } from '../../support/turns.ts'

const done: JobOutcome = { kind: 'done', reason: 'approved' }

/** Enqueues a job that ran at the last two crashes; in one transaction, since a runner may take what it finds. */
function enqueueSuspect({ db, clock }: TestDatabase, subjectId: string): Promise<void> {
  return inTransaction(db, async (trx) => {
    await enqueueJob({ clock }, trx, newJob(subjectId))
    await trx
      .updateTable('jobs')
      .set({ interruptions: 2, reason: 'interrupted' })
      .where('subject_id', '=', subjectId)
      .execute()
  })
}

/** A runner whose runs each wait for the gate of their subject. */
function openGated(
  database: TestDatabase,
  gates: Readonly<Record<string, ReturnType<typeof gate>>>,
) {
  const begun: string[] = []
  const run: Run = async ({ subjectId }) => {
    begun.push(subjectId)
    await gates[subjectId]?.opened
    return done
  }
  const { runner } = openRunner(database, run, { timeoutMs: 600_000 })
  return { begun, runner }
}

test('suspects run one after another, with nothing beside them', async (t) => {
  const database = await openTestDatabase(t)
  for (const subject of ['ver_1', 'ver_2', 'ver_3']) await enqueueSuspect(database, subject)
  database.clock.advance(1)
  for (let number = 4; number < 20; number += 1) await enqueue(database, `ver_${number}`)
  const beside = new Map<string, number>()
  let active = 0
  const { runner } = openRunner(database, async ({ subjectId, interruptions }) => {
    active += 1
    await Promise.resolve()
    if (interruptions > 0) beside.set(subjectId, active)
    active -= 1
    return done
  })
  await runner.start()
  const unended = database.db.raw.prepare(`select count(*) from jobs where state <> 'done'`).pluck()
  await until(() => Number(unended.get()) === 0)
  await runner.idle()
  assert.deepEqual(Object.fromEntries(beside), { ver_1: 1, ver_2: 1, ver_3: 1 })
})

test('a job that met two deaths runs beside others once its last run ended by itself, up to the fifth', async (t) => {
  const database = await openTestDatabase(t)
  for (const subject of ['ver_calm', 'ver_fifth', 'ver_beside']) await enqueue(database, subject)
  const set = (subject: string, interruptions: number) =>
    database.db.raw.exec(
      `update jobs set interruptions = ${interruptions}, reason = 'upload_unconfirmed'
        where subject_id = '${subject}'`,
    )
  set('ver_calm', 4)
  set('ver_fifth', 5)
  const beside = new Map<string, number>()
  let active = 0
  const { runner } = openRunner(database, async ({ subjectId }) => {
    active += 1
    await turns(1)
    beside.set(subjectId, active)
    active -= 1
    return done
  })
  await runner.start()
  await until(() => beside.size === 3)
  await runner.idle()
  assert.equal(beside.get('ver_fifth'), 1)
  assert.deepEqual([beside.get('ver_calm'), beside.get('ver_beside')].sort(), [1, 2])
})

test('a suspect waits for the runs under way, and those that are due after it wait for its end', async (t) => {
  const database = await openTestDatabase(t)
  const gates = { ver_long: gate(), ver_suspect: gate(), ver_late: gate() }
  const { begun, runner } = openGated(database, gates)
  await enqueue(database, 'ver_long')
  await runner.start()
  await until(() => begun.length === 1)
  await enqueueSuspect(database, 'ver_suspect')
  database.clock.advance(1)
  await enqueue(database, 'ver_late')
  assert.equal(runner.wake(), true, 'until it has looked, it seems to have a free slot')
  database.clock.advance(1_000)
  await until(() => !runner.wake())
  assert.deepEqual(begun, ['ver_long'])
  gates.ver_long.open()
  await until(() => begun.length === 2)
  assert.equal(runner.wake(), false)
  database.clock.advance(1_000)
  await until(() => database.clock.pendingCount > 0)
  assert.deepEqual(begun, ['ver_long', 'ver_suspect'])
  gates.ver_suspect.open()
  await until(() => begun.length === 3)
  gates.ver_late.open()
  await runner.idle()
  assert.equal(readJob(database, 'ver_late').state, 'done')
})

test('a run alone is a trial once its server has lived for 20 seconds', async (t) => {
  const database = await openTestDatabase(t)
  const trials: boolean[] = []
  const { runner } = openRunner(database, async ({ isTrial }) => {
    trials.push(isTrial)
    return done
  })
  await runner.start()
  const runOne = async (subjectId: string) => {
    await enqueueSuspect(database, subjectId)
    runner.wake()
    await until(() => readJob(database, subjectId).state === 'done')
  }
  await runOne('ver_1')
  database.clock.advance(19_999)
  await runOne('ver_2')
  database.clock.advance(1)
  await runOne('ver_3')
  runner.loseLease()
  await runOne('ver_4')
  assert.deepEqual(trials, [false, false, true, false])
})

test('a suspect that waits long for quiet lets others run in between, until it runs alone at last', async (t) => {
  const database = await openTestDatabase(t)
  const gates = { ver_long: gate(), ver_suspect: gate(), ver_late: gate(), ver_last: gate() }
  const { begun, runner } = openGated(database, gates)
  await enqueue(database, 'ver_long')
  await runner.start()
  await until(() => begun.length === 1)
  await enqueueSuspect(database, 'ver_suspect')
  database.clock.advance(1)
  await enqueue(database, 'ver_late')
  await look(database, runner)
  database.clock.advance(9_999)
  await look(database, runner)
  assert.deepEqual(begun, ['ver_long'])
  database.clock.advance(1)
  await look(database, runner)
  assert.deepEqual(begun, ['ver_long', 'ver_late'])
  assert.equal(runner.wake(), true)
  database.clock.advance(10_000)
  await enqueue(database, 'ver_last')
  await look(database, runner)
  assert.deepEqual(begun, ['ver_long', 'ver_late'])
  gates.ver_long.open()
  gates.ver_late.open()
  await until(() => begun.length === 3)
  await look(database, runner)
  assert.deepEqual(begun, ['ver_long', 'ver_late', 'ver_suspect'])
  gates.ver_suspect.open()
  gates.ver_last.open()
  await runner.idle()
  assert.equal(readJob(database, 'ver_last').state, 'done')
})

test('a suspect that others pass over is not looked at again and again', async (t) => {
  const database = await openTestDatabase(t)
  const { open, opened } = gate()
  const { runner } = openRunner(database, async () => {
    await opened
    return done
  })
  await enqueue(database, 'ver_long')
  await runner.start()
  await until(() => readJob(database, 'ver_long').state === 'running')
  await enqueueSuspect(database, 'ver_suspect')
  await look(database, runner)
  database.clock.advance(10_000)
  await look(database, runner)
  database.clock.advance(0)
  assert.equal(database.clock.pendingCount, 2, 'the limit of the run, and a look that is not due')
  open()
  await runner.idle()
})

/** Lets the runner look, and end what it finds to do. */
async function look({ clock }: TestDatabase, runner: JobRunner): Promise<void> {
  runner.wake()
  await turns(200)
  await until(() => clock.pendingCount > 0)
}
