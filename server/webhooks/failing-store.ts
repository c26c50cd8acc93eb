// Finds the webhooks that nothing comes through to.

import type { Reader } from '../db/transaction.ts'

export interface FailingWebhook {
  readonly id: string
  readonly failingSince: number
}

/** The active ones that have failed since `since` or longer; one that is switched off is not waited for. */
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
