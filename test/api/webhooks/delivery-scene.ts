// What the tests of the delivery log share: an appliance with a live webhook whose deliveries are written
// by the test and sent by nobody, and the calls that are made about them.

import type { Delivery, DeliveryPriority } from '../../../server/deliveries/delivery.ts'
import type { Webhook } from '../../../server/webhooks/webhook.ts'
import { type ApiAnswer, type ApiCall, call } from '../../support/api-client.ts'
import { keepDeliveries, keepWebhook } from '../../support/deliveries.ts'
import { type RunningAppliance, startAppliance } from '../../support/running-appliance.ts'

interface DeliveryScene {
  readonly app: RunningAppliance
  readonly webhook: Webhook
  /**
   * Whom the dispatcher was told of, since it is the test that listens in its place. Left out is what names nobody, as
   * PostgreSQL's notices do when their connection was lost meanwhile.
   */
  readonly woken: (readonly [webhookIds: readonly string[], priority: DeliveryPriority])[]
  keep(...deliveries: readonly Delivery[]): Promise<void>
  keepWebhook(more?: Partial<Webhook>): Promise<Webhook>
  /** About the deliveries of a webhook, with the live key unless told otherwise. */
  ask(path: string, asked?: ApiCall & { readonly of?: string }): Promise<ApiAnswer>
  /** Ids on the list. */
  list(query?: string): Promise<readonly unknown[]>
}

export async function openDeliveryScene(): Promise<DeliveryScene> {
  const app = await startAppliance()
  const woken: DeliveryScene['woken'] = []
  app.appliance.onDeliveriesWaiting((ids, priority) => {
    if (ids.length > 0) woken.push([ids, priority])
  })
  const { db } = app.appliance
  const webhook = await keepWebhook(db)
  const ask: DeliveryScene['ask'] = (path, { of = webhook.id, ...asked } = {}) =>
    call(`${app.url}/webhooks/${of}/deliveries${path}`, { key: app.liveKey, ...asked })
  return {
    app,
    webhook,
    woken,
    ask,
    keep: (...deliveries) => keepDeliveries(db, ...deliveries),
    keepWebhook: (more) => keepWebhook(db, more),
    async list(query = '') {
      const { data } = await ask(`?limit=100&${query}`)
      return (data.items as readonly { readonly id: string }[]).map(({ id }) => id)
    },
  }
}
