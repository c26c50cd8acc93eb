// Scheduled task: raises an alert for webhooks with no successful delivery for a day. Needed
// because a webhook without new attempts would otherwise never raise it.

import { type Db, inTransaction } from '../db/transaction.ts'
import { dayMs } from '../kernel/durations.ts'
import { listFailingWebhooks } from './failing-store.ts'
import { type HealthNeeds, raiseAlert } from './webhook-health.ts'

export const failingForMs = dayMs

/** Raises one alert for each failing period that has lasted a day; returns how many. */
export function watchFailing(needs: HealthNeeds & { readonly db: Db }): Promise<number> {
  return inTransaction(needs.db, async (trx) => {
    let raised = 0
    const failing = await listFailingWebhooks(trx, needs.clock.now() - failingForMs)
    for (const { id: webhookId, failingSince } of failing) {
      const alert = { kind: 'failing_24h', webhookId, failingSince } as const
      const isNew = await raiseAlert(needs, trx, {
        ...alert,
        deliveryId: undefined,
        error: undefined,
        status: undefined,
      })
      if (isNew) raised += 1
    }
    return raised
  })
}
