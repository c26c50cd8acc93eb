// The wire shape of an alert about a webhook, with a message that says what to do.

import { toIso } from '../kernel/clock.ts'
import type { Alert, AlertKind } from './alert.ts'
import type { DeliveryError } from './delivery-error.ts'

export interface AlertJson {
  readonly id: string
  readonly webhook_id: string
  readonly kind: AlertKind
  /** When the failing period began that the alert is about. */
  readonly failing_since: string
  readonly delivery_id: string | null
  readonly error: DeliveryError | null
  /** What happened and what to do. */
  readonly message: string
  readonly created_at: string
}

export function alertJson(alert: Alert): AlertJson {
  return {
    id: alert.id,
    webhook_id: alert.webhookId,
    kind: alert.kind,
    failing_since: toIso(alert.failingSince),
    delivery_id: alert.deliveryId ?? null,
    error: alert.error ?? null,
    message: messageOf(alert),
    created_at: toIso(alert.createdAt),
  }
}

function messageOf({ kind, failingSince, error }: Alert): string {
  const since = toIso(failingSince)
  const why = error === undefined ? '' : ` (${error})`
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
