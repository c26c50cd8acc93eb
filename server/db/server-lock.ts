// One server a data folder: the kernel holds the lock for the life of the process and lets it go by
// itself when the process dies, however it dies.

import { join } from 'node:path'
import { openConnection } from './open-db.ts'
import { isHeldByAnother } from './sqlite-errors.ts'

/** Thrown when another server holds the folder. */
export class ServerLockedError extends Error {
  constructor() {
    super('another svc serve runs on this data folder; stop it first')
    this.name = 'ServerLockedError'
  }
}

/** Place of the lock of a data folder. */
export function serverLockFile(dataDir: string): string {
  return join(dataDir, 'server.lock')
}

/** Takes the lock or throws ServerLockedError at once. The lock file is a tiny database of its own. */
export function holdServerLock(file: string): { release(): void } {
  const connection = openConnection(file)
  try {
    connection.pragma('busy_timeout = 0')
    connection.exec('begin exclusive')
  } catch (error) {
    connection.close()
    // A full disk or a missing right is told as what it is.
    throw isHeldByAnother(error) ? new ServerLockedError() : error
  }
  const release = () => {
    process.off('exit', release)
    connection.close()
  }
  // Keeps the connection within reach: one that is collected as garbage lets its lock go.
  process.once('exit', release)
  return { release }
}
