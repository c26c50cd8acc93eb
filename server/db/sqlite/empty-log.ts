// Copies the whole write-ahead log into the database and truncates it, so that nothing that was overwritten or deleted
// stays in it.

import { setTimeout as wait } from 'node:timers/promises'
import { openConnection } from './connection.ts'

const triesMax = 40
const retryAfterMs = 50

/**
 * Tries for up to two seconds, without blocking the writers. Returns false while another process or a long query still
 * reads an older state.
 */
export async function emptyWriteAheadLog(file: string): Promise<boolean> {
  const connection = openConnection(file)
  try {
    connection.pragma('busy_timeout = 0')
    for (let tries = 0; tries < triesMax; tries += 1) {
      const busy = connection.pragma('wal_checkpoint(TRUNCATE)', { simple: true })
      if (busy === 0) return true
      await wait(retryAfterMs)
    }
    return false
  } finally {
    connection.close()
  }
}
