// Waits until a running server has no unfinished job and no delivery to send, by looking into its database.

import { setTimeout as wait } from 'node:timers/promises'
import { openConnection } from '../../server/db/sqlite/connection.ts'

interface Patience {
  readonly msMax: number
  /** Whether for jobs that wait for the provider's word on an upload, too, which takes minutes. */
  readonly waitsForUploads: boolean
}

/** Returns also when the time is over; the judgement then tells what is unfinished. */
export async function untilSettled(
  databaseFile: string,
  { msMax, waitsForUploads }: Patience = { msMax: 60_000, waitsForUploads: false },
): Promise<void> {
  const connection = openConnection(databaseFile)
  try {
    const unfinished = connection
      .prepare(
        `select (select count(*) from jobs where finished_at is null and coalesce(reason, '') <> ?) + (select count(*) from webhook_deliveries where state = 'pending')`,
      )
      .pluck()
    const leftOut = waitsForUploads ? 'none' : 'upload_unconfirmed'
    const until = performance.now() + msMax
    while (unfinished.get(leftOut) !== 0 && performance.now() < until) await wait(50)
  } finally {
    connection.close()
  }
}
