// A server's database: write-synced.ts <file> <count>. Prints each note once it is acknowledged.

import { writeSync } from 'node:fs'
import { openDb } from '../../../../server/db/sqlite/open-db.ts'
import { inTransaction } from '../../../../server/db/transaction.ts'
import type { Log } from '../../../../server/kernel/log.ts'
import { readNotes, writeNote } from '../../../support/notes.ts'

const [file = '', count] = process.argv.slice(2)
const print = (event: string) => void writeSync(1, `${event}\n`)
const log: Log = { info: print, warn: print, error: print }
const db = openDb(file)
db.runInThreads(log)
for (let index = 0; index < Number(count); index += 1) {
  await inTransaction(db, (trx) => writeNote(trx, `note ${index}`))
  print(`acknowledged ${index}`)
}
const last = inTransaction(db, (trx) => writeNote(trx, 'last'))
while (!readNotes(db).includes('last')) await new Promise(setImmediate)
await db.synced()
print('settled')
await last
await db.close()
