// Long: writes 120 MB, and kills five writers.
// SQLite only: it is about its write-ahead log.

import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { describe, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { startProgram } from '../../support/child-program.ts'
import { openAgain, openTestDatabase } from '../../support/database.ts'
import { readNotes, writeNote } from '../../support/notes.ts'

describe('checkpoints in a thread, under load', () => {
  test('keep the log short under constant writing, and closing removes it', async (t) => {
    const { db, file } = await openTestDatabase(t)
    db.runInThreads(silentLog)
    for (let round = 0; round < 60; round += 1) {
      const notes = Array.from({ length: 10 }, (_, index) => `${round} ${index}`)
      await Promise.all(
        notes.map((note) => inTransaction(db, (trx) => writeNote(trx, note, 200_000))),
      )
    }
    // 120 MB were written; without checkpoints the log would be as long. Its bound is 64 MiB and a few commits.
    assert.ok(statSync(`${file}-wal`).size < 90_000_000, `${statSync(`${file}-wal`).size}`)
    assert.equal(db.raw.pragma('wal_autocheckpoint', { simple: true }), 0)
    await db.close()
    assert.ok(!existsSync(`${file}-wal`))
    const again = openAgain(t, file)
    assert.equal(readNotes(again).length, 600)
    assert.equal(again.raw.pragma('integrity_check', { simple: true }), 'ok')
  })

  test('lose nothing when the process is killed', async (t) => {
    const { db, file } = await openTestDatabase(t)
    const acknowledged: unknown[] = []
    const program = new URL('programs/write-checkpointed.ts', import.meta.url)
    for (let round = 0; round < 5; round += 1) {
      const child = startProgram(t, program, [file, `round ${round}`])
      acknowledged.push(await child.nextLine())
      const killer = setTimeout(() => child.kill('SIGKILL'), 150 + 150 * round)
      for (;;) {
        const line = await child.nextLine()
        if (line === undefined) break
        acknowledged.push(line)
      }
      clearTimeout(killer)
      const stored = new Set(readNotes(db))
      assert.deepEqual(
        acknowledged.filter((note) => !stored.has(note)),
        [],
      )
      assert.equal(db.raw.pragma('integrity_check', { simple: true }), 'ok')
    }
  })
})
