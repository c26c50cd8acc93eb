// The wire shape of an alert about a webhook, for REST and the console, with a message that says what to do.

import { z } from 'zod'
import { toIso } from '../../kernel/clock.ts'
import { idFilter } from '../../kernel/field-shape.ts'
import { parseOrRefuse } from '../../kernel/parse-or-refuse.ts'
import { idText, instantText, pageOf, type Wire } from '../../kernel/wire-schema.ts'
import { type Alert, alertKinds } from '../../webhooks/alert.ts'
import { deliveryErrorSchema } from './delivery-api.ts'

export const alertFilterSchema = z.object({
  webhook_id: idFilter('wh', 'webhook_id', 'Only alerts about this webhook.'),
})

/** @throws AppError `invalid_request` */
export function parseAlertFilter(query: { readonly webhook_id?: string }): {
  readonly webhookId: string | undefined
} {
  return { webhookId: parseOrRefuse(alertFilterSchema, query).webhook_id }
}

const alertSchema = z
  .object({
    id: idText('alr', 'Id of the alert.'),
    webhook_id: idText('wh', 'The webhook that the alert is about.'),
    kind: z
      .enum(alertKinds)
      .describe(
        '`failing`: the first failed attempt of a healthy webhook, at most one alert in 30 minutes. `exhausted`: a delivery was given up. `failing_24h`: no delivery succeeded for a day. `gone`: the receiver answered 410 and the webhook was deactivated. `unreadable`: the secrets of the webhook cannot be opened, so its deliveries stay pending; rotate the secret. `recovered`: deliveries succeed again.',
      ),
    failing_since: instantText(
      'When the webhook began to fail; for `unreadable`, when it was registered.',
    ),
    delivery_id: idText(
      'dlv',
      'The delivery that the alert is about; null where there is none.',
    ).nullable(),
    error: deliveryErrorSchema.nullable().describe('Why that delivery failed.'),
    status_code: z
      .int()
      .nullable()
      .describe('HTTP status of the receiver’s response; null where there is none.'),
    message: z.string().describe('What happened and what to do.'),
    created_at: instantText('When the alert was raised.'),
  })
  .meta({ id: 'WebhookAlert' })
export type AlertJson = Wire<typeof alertSchema>

export const alertListSchema = pageOf(alertSchema, 'WebhookAlertList')

export function alertJson(alert: Alert): AlertJson {
  return {
    id: alert.id,
    webhook_id: alert.webhookId,
    kind: alert.kind,
    failing_since: toIso(alert.failingSince),
    delivery_id: alert.deliveryId ?? null,
    error: alert.error ?? null,
    status_code: alert.status ?? null,
    message: messageOf(alert),
    created_at: toIso(alert.createdAt),
  }
}

function messageOf({ kind, failingSince, error, status }: Alert): string {
  const since = toIso(failingSince)
  const answer = status === undefined ? '' : `, HTTP ${status}`
  const why = error === undefined ? '' : ` (${error}${answer})`
  switch (kind) {
    case 'failing':
      return `Deliveries to this webhook have failed since ${since}${why}. They are tried again on the schedule; fix the receiver before they are given up.`
    case 'exhausted':
      return `A delivery was given up after its last attempt failed${why}. Mend the receiver, then replay what failed since ${since}.`
    case 'failing_24h':
      return `No delivery to this webhook has succeeded since ${since}, for a day or longer. Fix the receiver and replay the failed deliveries, or deactivate the webhook.`
    case 'gone':
      return 'The receiver answered 410 Gone, so this webhook was deactivated and its pending deliveries were cancelled. Correct its url and activate it, or delete it.'
    case 'unreadable':
      return 'The secrets of this webhook cannot be opened, so nothing can be signed and its deliveries stay pending. Rotate its secret and give the new one to the receiver; the pending deliveries are then sent.'
    case 'recovered':
      return `Deliveries succeed again after failing since ${since}. Replay the deliveries that were given up in the meantime.`
  }
}
