// Runs SQLite's quick check on a database in a process of its own, because a thread that is inside SQLite cannot be
// stopped. Prints a JSON list of faults; empty if there are none.

import { openForReading } from './connection.ts'

const [, , file = ''] = process.argv
process.stdout.write(JSON.stringify(findFaults()))

/** Damage of the file's own index of pages ends the check with an error. @throws other errors of SQLite */
function findFaults(): readonly string[] {
  const connection = openForReading(file)
  try {
    const rows = connection.prepare('pragma quick_check(20)').pluck().all()
    return rows.map(String).filter((row) => row !== 'ok')
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'SQLITE_CORRUPT') throw error
    return [error.message]
  } finally {
    connection.close()
  }
}
