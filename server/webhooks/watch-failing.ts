// Notices webhooks that nothing came through to for a day. For the schedule: where nothing is sent any
// more, no attempt's end would tell of it.

import { type Db, inTransaction } from '../db/transaction.ts'
import { listFailingWebhooks } from './failing-store.ts'
import { type HealthNeeds, raiseAlert } from './webhook-health.ts'

export const failingForMs = 24 * 60 * 60 * 1000

/** Raises one alert for each failing period that has become a day long; returns how many. */
export function watchFailing(needs: HealthNeeds & { readonly db: Db }): Promise<number> {
  return inTransaction(needs.db, async (trx) => {
    let raised = 0
    const failing = await listFailingWebhooks(trx, needs.clock.now() - failingForMs)
    for (const { id: webhookId, failingSince } of failing) {
      const news = { kind: 'failing_24h', webhookId, failingSince } as const
      const isNews = await raiseAlert(needs, trx, {
        ...news,
        deliveryId: undefined,
        error: undefined,
      })
      if (isNews) raised += 1
    }
    return raised
  })
}
