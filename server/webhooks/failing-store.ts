// Finds the webhooks that have been failing for some time.

import type { Reader } from '../db/transaction.ts'

interface FailingWebhook {
  readonly id: string
  readonly failingSince: number
}

/** Returns the active webhooks that have failed since `since` or earlier. */
export async function listFailingWebhooks(
  db: Reader,
  since: number,
): Promise<readonly FailingWebhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'failing_since'])
    .where('failing_since', '<=', since)
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.flatMap((row) =>
    row.failing_since === null ? [] : [{ id: row.id, failingSince: row.failing_since }],
  )
}
