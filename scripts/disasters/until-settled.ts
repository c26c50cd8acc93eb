// Waits until a running server has no unfinished job but those that wait for the provider's word on an upload, and no
// delivery to send, by looking into its database.

import { setTimeout as wait } from 'node:timers/promises'
import { openConnection } from '../../server/db/sqlite/connection.ts'

const settleMsMax = 60_000

/** Returns also when a minute is over; the judgement then tells what is unfinished. */
export async function untilSettled(databaseFile: string): Promise<void> {
  const connection = openConnection(databaseFile)
  try {
    const unfinished = connection
      .prepare(
        `select (select count(*) from jobs where finished_at is null and coalesce(reason, '') <> 'upload_unconfirmed') + (select count(*) from webhook_deliveries where state = 'pending')`,
      )
      .pluck()
    const until = performance.now() + settleMsMax
    while (unfinished.get() !== 0 && performance.now() < until) await wait(50)
  } finally {
    connection.close()
  }
}
