// Writes the SQLite database anew in place. Where SQLite moves rows between pages, it leaves older copies of them in unused
// parts of the pages, even with `secure_delete`; an erasure does not reach these, and a database that was written anew has
// none.

import { statSync } from 'node:fs'
import { openConnection } from './connection.ts'

export interface CompactedDatabase {
  readonly bytesBefore: number
  readonly bytesAfter: number
}

/**
 * Blocks its thread and every writer. Needs the size of the database on its disk once more, and in the folder for temporary
 * files (TMPDIR, else /var/tmp), in a file without a name. Killed, it leaves the database as it was.
 * @throws SqliteError if another process uses the database, or the disk is full
 */
export function compactDatabase(file: string): CompactedDatabase {
  const connection = openConnection(file)
  try {
    // In memory the whole database would have to fit.
    connection.pragma('temp_store = FILE')
    connection.pragma('wal_checkpoint(TRUNCATE)')
    const bytesBefore = statSync(file).size
    connection.exec('vacuum')
    connection.pragma('wal_checkpoint(TRUNCATE)')
    return { bytesBefore, bytesAfter: statSync(file).size }
  } finally {
    connection.close()
  }
}
