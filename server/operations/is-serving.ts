// Finds out whether another process is serving a data folder.

import { existsSync } from 'node:fs'
import { holdServerLock, ServerLockedError, serverLockFile } from '../db/server-lock.ts'

/**
 * Tests the lock that a server holds while it runs. Testing means holding the lock for an instant: a server that
 * starts in that instant fails and has to be started again.
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
