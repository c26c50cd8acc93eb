// The model of a power cut (scripts/disasters) on a checkpoint.
// SQLite only: its log and its index.

import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { tearCopy } from '../../../scripts/disasters/tear-copy.ts'
import {
  noteOf,
  noteSynced,
  readFrame,
  readFrozenWal,
} from '../../../scripts/disasters/wal-state.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { openTestDatabase } from '../../support/database.ts'
import { writeNote } from '../../support/notes.ts'

/** Where the index says how far the checkpoint under way copies. */
const beingCopiedAt = 128

describe('a power cut in a checkpoint', () => {
  test('before its first page is written may take frames that no sync has covered', async (t) => {
    const { folder, unsynced } = await freezeCheckpoint(t)
    const { unsyncedFrames } = tearCopy(folder, () => 0)
    assert.ok(unsynced > 0)
    assert.equal(unsyncedFrames, unsynced)
  })

  test('after that takes none, because the checkpoint has synced the log', async (t) => {
    const { folder, writeFirstPage } = await freezeCheckpoint(t)
    writeFirstPage()
    const { unsyncedFrames, pages } = tearCopy(folder, () => 0)
    assert.equal(unsyncedFrames, 0)
    assert.ok(pages > 0)
  })
})

/** A copy of a database with a synced and an unsynced commit, of which a checkpoint has said that it copies both. */
async function freezeCheckpoint(t: TestContext) {
  const { db, file, folder: original } = await openTestDatabase(t)
  const folder = join(original, 'frozen')
  mkdirSync(folder)
  const copy = () => {
    for (const end of ['', '-wal', '-shm']) copyFileSync(`${file}${end}`, `${folder}/svc.db${end}`)
    return readFrozenWal(folder) ?? assert.fail('the index is whole')
  }
  writeFileSync(noteOf(folder), '')
  await inTransaction(db, (trx) => writeNote(trx, 'synced'))
  const synced = copy()
  noteSynced(folder, synced)
  await inTransaction(db, (trx) => writeNote(trx, 'not synced'))
  const { committedFrames } = copy()
  const index = readFileSync(`${folder}/svc.db-shm`)
  index.writeUInt32LE(committedFrames, beingCopiedAt)
  writeFileSync(`${folder}/svc.db-shm`, index)
  return {
    folder,
    unsynced: committedFrames - synced.committedFrames,
    writeFirstPage() {
      const wal = readFrozenWal(folder) ?? assert.fail('the index is whole')
      const log = readFileSync(`${folder}/svc.db-wal`)
      const frames = Array.from({ length: committedFrames }, (_, frame) =>
        readFrame(log, wal, frame),
      )
      const first = Math.min(...frames.map(({ page }) => page))
      const newest = frames.findLast(({ page }) => page === first)
      const database = readFileSync(`${folder}/svc.db`)
      newest?.content.copy(database, (first - 1) * wal.pageBytes)
      writeFileSync(`${folder}/svc.db`, database)
    },
  }
}
