// Finds the running servers and the master keys that they hold: one by the lock of the data folder, or the nodes that
// work on a PostgreSQL database.

import type { Appliance } from '../../appliance.ts'
import { findHolder, serverLockFile } from '../../db/server-lock.ts'
import { nodeState } from '../../nodes/node.ts'
import { listNodes } from '../../nodes/node-list-view.ts'

export interface KeyUser {
  /** For sentences: begins with a capital letter. */
  readonly name: string
  /** Fingerprint of the master key in its memory; undefined while it starts. */
  readonly masterKeyId: string | undefined
}

/** With PostgreSQL a node that was killed counts for 20 seconds more. */
export async function findKeyUsers({
  db,
  config,
  clock,
}: Pick<Appliance, 'db' | 'config' | 'clock'>): Promise<readonly KeyUser[]> {
  if (db.dialect === 'sqlite') {
    const holder = findHolder(serverLockFile(config.dataDir))
    if (holder === undefined) return []
    return [{ name: 'The running server', masterKeyId: holder.masterKeyId }]
  }
  const nowMs = clock.now()
  return (await listNodes(db.reader))
    .filter((node) => nodeState(node, nowMs) !== 'silent')
    .map(({ id, host, masterKeyId }) => ({ name: `The server ${id} on ${host}`, masterKeyId }))
}
