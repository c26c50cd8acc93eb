// `svc webhooks get`: shows a webhook with its latest deliveries.

import type { Command } from 'commander'
import { type DeliveryJson, deliveryJson } from '../../server/api/webhooks/delivery-api.ts'
import { type WebhookJson, webhookJson } from '../../server/api/webhooks/webhook-api.ts'
import type { Reader } from '../../server/db/transaction.ts'
import { countPending, listDeliveries } from '../../server/deliveries/delivery-view.ts'
import { readWebhook } from '../../server/webhooks/read-webhook.ts'
import type { CommandContext } from '../context.ts'
import type { Sink } from '../io.ts'
import { examples } from '../root-command.ts'
import { deliveriesText, deliveryTable } from './show-delivery.ts'
import { webhookText } from './show-webhook.ts'

/** The API's shape, with the number of waiting deliveries and the latest ones. */
interface ShownWebhook extends WebhookJson {
  readonly pending_deliveries: number
  readonly last_deliveries: readonly DeliveryJson[]
}

const lastDeliveriesMax = 5

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<id>', 'the id of the webhook, from svc webhooks list')
    .addHelpText(
      'before',
      examples('svc webhooks get wh_01kx…', 'svc webhooks get wh_01kx… --json'),
    )
    .action((id: string) => get(context, id))
}

async function get({ io, session }: CommandContext, id: string): Promise<void> {
  const appliance = await session.appliance()
  const { reader } = appliance.db
  const nowMs = appliance.clock.now()
  const webhook = await readWebhook(appliance, reader, { id, environment: undefined })
  const shown = {
    ...webhookJson(webhook, nowMs),
    pending_deliveries: await countPending(reader, id),
    last_deliveries: await lastDeliveries(reader, id),
  }
  io.show(shown, () => toText(io.out, shown, nowMs))
}

async function lastDeliveries(db: Reader, id: string): Promise<readonly DeliveryJson[]> {
  const page = { limit: lastDeliveriesMax, after: undefined }
  const rows = await listDeliveries(db, id, {}, page)
  return rows.slice(0, lastDeliveriesMax).map(deliveryJson)
}

function toText(sink: Sink, shown: ShownWebhook, nowMs: number): string {
  const { pending_deliveries: pending, last_deliveries: last } = shown
  const facts = webhookText(sink, shown, [['waiting', deliveriesText(pending)]])
  return last.length === 0 ? facts : `${facts}\n${deliveryTable(sink, last, nowMs)}`
}
