// Finds out whether a server is running: by the lock of a data folder, or by the signs of life of the nodes.

import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { holdServerLock, ServerLockedError, serverLockFile } from '../db/server-lock.ts'
import type { Db } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { nodeState } from '../nodes/node.ts'
import { listNodes } from '../nodes/node-list-view.ts'

/**
 * Tests the lock that a server holds while it runs. Testing means holding the lock for an instant, for which a server
 * that starts waits, and so does another test.
 * @param waitMs for a holder that has not written its name; default: an instant
 */
export function isServing(dataDir: string, waitMs?: number): boolean {
  const file = serverLockFile(dataDir)
  if (!existsSync(file)) return false
  try {
    holdServerLock(file, waitMs).release()
    return false
  } catch (error) {
    if (error instanceof ServerLockedError) return true
    throw error
  }
}

interface ServedNeeds {
  readonly db: Pick<Db, 'dialect' | 'reader'>
  readonly config: Pick<Config, 'dataDir'>
  readonly clock: Clock
}

/**
 * Returns whether a server works on this database, on any machine. With PostgreSQL one that was killed counts for 20
 * seconds more; one that cannot write to the database for longer does not count.
 */
export async function isServed({ db, config, clock }: ServedNeeds): Promise<boolean> {
  if (db.dialect === 'sqlite') return isServing(config.dataDir)
  const nowMs = clock.now()
  return (await listNodes(db.reader)).some((node) => nodeState(node, nowMs) !== 'silent')
}
