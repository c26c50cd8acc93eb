// A database whose log is synced by a thread that answers when the test says so.

import type { TestContext } from 'node:test'
import { createGathering } from '../../../server/db/sqlite/gather-works.ts'
import { createWriter } from '../../../server/db/sqlite/group-commit.ts'
import { createLogSync, type SyncRequest } from '../../../server/db/sqlite/log-sync.ts'
import { kyselyOver } from '../../../server/db/sqlite/open-db.ts'
import type { Thread } from '../../../server/db/sqlite/thread.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { captureLog } from '../captured-log.ts'
import { openTestDatabase } from '../database.ts'
import { writeNote } from '../notes.ts'

export async function openSyncScene(t: TestContext, limits = { oneMs: -1, averageMs: -1 }) {
  const { db, file } = await openTestDatabase(t)
  const { log, of } = captureLog()
  const disk = slowDisk()
  const given: true[] = []
  const giveUp = () => void given.push(true)
  const sync = createLogSync({ writing: db.raw, log, giveUp, thread: disk.thread, limits })
  const writer = createWriter(kyselyOver(db.raw), {
    gathering: createGathering(),
    endSharedReads() {},
    commit: sync.commit,
    onCommit() {},
    afterCommit: () => undefined,
  })
  const done = new Set<Promise<void>>()
  const watched = (one: Promise<void>) => {
    void one.then(() => done.add(one))
    return one
  }
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
  }
  async function writeAfter(name: string, count: number): Promise<void> {
    await turns(count)
    await inTransaction(writer, (trx) => writeNote(trx, name))
  }
  // Does not wait for the thread to start.
  await writeAfter('started', 0)
  disk.answer()
  await turns(1)
  return {
    db,
    file,
    disk,
    given,
    of,
    turns,
    sync: {
      commit: sync.commit,
      settled: () => watched(sync.settled()),
      close: () => watched(sync.close()),
    },
    write: (name: string, { afterTurns = 0 } = {}) => watched(writeAfter(name, afterTurns)),
    isDone: (one: Promise<void>) => done.has(one),
  }
}

function slowDisk() {
  const asked: ((error?: Error) => void)[] = []
  const closed = Promise.withResolvers<void>()
  const disk = {
    isStarted: true,
    isClosing: false,
    close: closed.resolve,
    asked,
    answer: (error?: Error) => asked.shift()?.(error),
  }
  const thread: Thread<SyncRequest> = {
    get isStarted() {
      return disk.isStarted
    },
    get pending() {
      return asked.length
    },
    ask: <Answer>() =>
      new Promise<Answer>((resolve, reject) => {
        asked.push((error) => (error ? reject(error) : resolve(0 as Answer)))
      }),
    close() {
      disk.isClosing = true
      return closed.promise
    },
  }
  return Object.assign(disk, { thread })
}
