// Reads the addresses of the active webhooks, to list the hosts that are called.

import type { Reader } from '../db/transaction.ts'

export async function listWebhookUrls(
  db: Reader,
): Promise<readonly { readonly id: string; readonly url: string }[]> {
  return db
    .selectFrom('webhooks')
    .select(['id', 'url'])
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}
