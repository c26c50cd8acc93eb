// A process that checkpoints in a thread: write-checkpointed.ts <file> <name>. Writes until it is killed and prints the
// name of each note once it is acknowledged.

import { openDb } from '../../../../server/db/sqlite/open-db.ts'
import { inTransaction } from '../../../../server/db/transaction.ts'
import { silentLog } from '../../../../server/kernel/log.ts'
import { writeNote } from '../../../support/notes.ts'

const [file = '', name] = process.argv.slice(2)
const db = openDb(file)
db.runInThreads(silentLog)
for (let index = 0; ; index += 1) {
  const note = `${name} ${index}`
  await inTransaction(db, (trx) => writeNote(trx, note, 200_000))
  process.stdout.write(`${note}\n`)
}
