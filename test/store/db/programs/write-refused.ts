// A command on a disk that refuses to sync copies of the log: write-refused.ts <file>. Prints each note once it is
// written.

import { writeSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { openDb } from '../../../../server/db/sqlite/open-db.ts'
import { inTransaction } from '../../../../server/db/transaction.ts'
import { writeNote } from '../../../support/notes.ts'

const { pragma } = Sqlite.prototype
Sqlite.prototype.pragma = function (this: Sqlite.Database, source, options) {
  if (source === 'wal_checkpoint(PASSIVE)') {
    throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' })
  }
  return pragma.call(this, source, options)
}

const db = openDb(process.argv[2] ?? '')
for (let index = 0; index < 20; index += 1) {
  await inTransaction(db, (trx) => writeNote(trx, `note ${index}`, 1_000_000))
  writeSync(1, `note ${index}\n`)
}
