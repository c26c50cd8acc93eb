// Writes the SQLite database anew in place. Where SQLite moves rows between pages, it leaves older copies of them in
// unused parts of the pages, even with `secure_delete`; an erasure does not reach these, and a database that was
// written anew has none.

import { statSync } from 'node:fs'
import { openConnection, type RawConnection } from './connection.ts'

export interface CompactedDatabase {
  readonly bytesBefore: number
  readonly bytesAfter: number
  /** Whether a reader kept the old pages in the file: the new ones are in the write-ahead log until it ends. */
  readonly isReadByAnother: boolean
}

/**
 * Has SQLite put its temporary files, which hold rows in clear, into the folder. SQLite reads it once, before the
 * process opens its first file.
 */
export function keepTemporaryFilesIn(folder: string): void {
  // biome-ignore lint/style/noProcessEnv: SQLite, in C, takes it from nowhere else.
  process.env.SQLITE_TMPDIR = folder
}

/**
 * Blocks its thread and every writer. Needs the size of the database on its disk once more for the write-ahead log, and
 * again in the folder for temporary files, in a file without a name. Killed, it leaves the database as it was, or as it
 * becomes. Calls `onRewritten` as soon as the new pages are kept, whatever fails after it.
 * @throws Error with SQLite's code if a page is damaged, another process writes, or the disk is full
 */
export function compactDatabase(file: string, onRewritten: () => void): CompactedDatabase {
  const connection = openConnection(file)
  try {
    refuseDamage(connection)
    const bytesBefore = sizeOf(connection)
    // In memory the whole database would have to fit.
    connection.pragma('temp_store = FILE')
    connection.exec('vacuum')
    onRewritten()
    const busy = connection.pragma('wal_checkpoint(TRUNCATE)', { simple: true })
    return { bytesBefore, bytesAfter: statSync(file).size, isReadByAnother: busy !== 0 }
  } finally {
    connection.close()
  }
}

/** Writing a damaged table anew would lose rows, and the signs of it. */
function refuseDamage(connection: RawConnection): void {
  const found = connection.prepare('pragma quick_check(1)').pluck().get()
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { code: 'SQLITE_CORRUPT' })
}

function sizeOf(connection: RawConnection): number {
  const pages = Number(connection.pragma('page_count', { simple: true }))
  return pages * Number(connection.pragma('page_size', { simple: true }))
}
