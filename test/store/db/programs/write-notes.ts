// A second process on the same database: write-notes.ts <file> <name> <count>. Says `ready`, then writes.

import { openDb } from '../../../../server/db/sqlite/open-db.ts'
import { inTransaction } from '../../../../server/db/transaction.ts'
import { writeNote } from '../../../support/notes.ts'

const [file = '', name, count] = process.argv.slice(2)
const db = openDb(file)
console.log('ready')
for (let index = 0; index < Number(count); index += 1) {
  await inTransaction(db, (trx) => writeNote(trx, `${name} ${index}`))
}
await db.close()
