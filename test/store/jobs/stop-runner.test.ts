import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JobOutcome } from '../../../server/jobs/job-handler.ts'
import { openTestDatabase, type TestDatabase } from '../../support/database.ts'
import { aloneNode, enqueue, gate, openRunner, type Run, readJob } from '../../support/jobs.ts'
import { readNotes, writeNote } from '../../support/notes.ts'
import { turns, until } from '../../support/turns.ts'

const done: JobOutcome = { kind: 'done', reason: 'approved' }

/** A runner in the middle of one job: a job that is claimed and not begun would be handed back at a stop. */
async function startOne(database: TestDatabase, run: Run) {
  await enqueue(database, 'ver_1')
  let isBegun = false
  const opened = openRunner(database, (...given) => {
    isBegun = true
    return run(...given)
  })
  await opened.runner.start()
  await until(() => isBegun)
  assert.equal(readJob(database, 'ver_1').state, 'running')
  return opened
}

/** Lets time go by until `stopping` is over; tells how much that took. */
async function finishStop(database: TestDatabase, stopping: Promise<void>): Promise<number> {
  const startedAt = database.clock.now()
  let over = false
  const ended = stopping.then(() => {
    over = true
  })
  for (;;) {
    await turns(20)
    if (over) break
    database.clock.advance(100)
  }
  await ended
  return database.clock.now() - startedAt
}

describe('stopping', () => {
  test('waits for what ends in time, and starts nothing more', async (t) => {
    const database = await openTestDatabase(t)
    const { open, opened: gateOpened } = gate()
    const { runner } = await startOne(database, async () => {
      await gateOpened
      return done
    })
    await enqueue(database, 'ver_2')
    const stopping = runner.stop(10_000)
    runner.wake()
    open()
    await stopping
    assert.equal(readJob(database, 'ver_1').state, 'done')
    assert.equal(readJob(database, 'ver_2').state, 'waiting')
  })

  test('without anything to wait for is over at once and leaves no timer', async (t) => {
    const database = await openTestDatabase(t)
    const { runner } = openRunner(database, async () => done)
    await runner.start()
    await runner.stop(0)
    database.clock.advance(60_000)
    assert.equal(database.clock.pendingCount, 0)
  })

  test('leaves no timer either when it comes while a poll ends', async (t) => {
    const database = await openTestDatabase(t)
    for (let delay = 0; delay < 80; delay += 1) {
      const { runner } = openRunner(database, async () => done)
      await runner.start()
      await runner.idle()
      runner.wake()
      for (let microtask = 0; microtask < delay; microtask += 1) await undefined
      await runner.stop(0)
      // The two waits of the stop itself are over at once where nothing runs.
      database.clock.advance(999)
      assert.equal(database.clock.pendingCount, 1, `stopped after ${delay} steps`)
      database.clock.advance(1)
    }
  })

  test('hands back what does not end in time: due at once, no attempt spent', async (t) => {
    const database = await openTestDatabase(t)
    const opened = await startOne(
      database,
      (_job, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    )
    const passedMs = await finishStop(database, opened.runner.stop(5_000))
    assert.equal(passedMs, 5_000)
    const { state, due_at, attempts, interruptions, failing_since, owner } = readJob(
      database,
      'ver_1',
    )
    assert.deepEqual(
      { state, attempts, interruptions, failing_since, owner },
      {
        state: 'waiting',
        attempts: 0,
        interruptions: 0,
        failing_since: null,
        owner: null,
      },
    )
    assert.equal(due_at, database.clock.now())
    assert.deepEqual(
      opened.of('job').map(({ outcome }) => outcome),
      ['handed-back'],
    )
  })

  test('keeps the outcome of a handler that finishes although it was asked to stop', async (t) => {
    const database = await openTestDatabase(t)
    const { runner } = await startOne(
      database,
      (_job, signal) =>
        new Promise((resolve) => {
          const outcome: JobOutcome = { ...done, commit: (trx) => writeNote(trx, 'concluded') }
          signal.addEventListener('abort', () => resolve(outcome))
        }),
    )
    await finishStop(database, runner.stop(5_000))
    assert.equal(readJob(database, 'ver_1').state, 'done')
    assert.deepEqual(readNotes(database.db), ['concluded'])
  })

  test('leaves behind a handler that does not listen; the next start takes its job over', async (t) => {
    const database = await openTestDatabase(t)
    const { open, opened: gateOpened } = gate()
    const first = await startOne(database, async () => {
      await gateOpened
      return { ...done, commit: (trx) => writeNote(trx, 'too late') }
    })
    const passedMs = await finishStop(database, first.runner.stop(5_000))
    assert.equal(passedMs, 6_000, 'a second more than it was given')
    assert.equal(readJob(database, 'ver_1').state, 'running')

    const second = openRunner(
      database,
      async () => ({ ...done, commit: (trx) => writeNote(trx, 'in time') }),
      { node: aloneNode('node_next') },
    )
    await second.runner.start()
    await second.runner.idle()
    open()
    await until(() => first.of('job').length === 1)
    assert.deepEqual(
      first.of('job').map(({ outcome }) => outcome),
      ['superseded'],
    )
    assert.deepEqual(readNotes(database.db), ['in time'])
  })
})
