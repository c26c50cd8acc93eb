// Whether a server runs on a data folder, from outside of it.

import { existsSync } from 'node:fs'
import { holdServerLock, ServerLockedError, serverLockFile } from '../db/server-lock.ts'

/**
 * Asks the lock that a server holds for its whole life. The only way to ask is to hold it for an instant
 * oneself: a server that starts in this very instant is refused, and starts when it is tried again.
 */
export function isServing(dataDir: string): boolean {
  const file = serverLockFile(dataDir)
  if (!existsSync(file)) return false
  try {
    holdServerLock(file).release()
    return false
  } catch (error) {
    if (error instanceof ServerLockedError) return true
    throw error
  }
}
