// Reads whether jobs, webhooks and the schedule wait after a restore.

import type { Reader } from '../db/transaction.ts'

interface OutgoingPause {
  readonly pausedAt: number
  /** The restored backup. */
  readonly backup: string
}

export async function findOutgoingPause(db: Reader): Promise<OutgoingPause | undefined> {
  const row = await db
    .selectFrom('outgoing_pause')
    .select(['paused_at', 'backup'])
    .executeTakeFirst()
  return row && { pausedAt: row.paused_at, backup: row.backup }
}
