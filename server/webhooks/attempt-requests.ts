// Makes anew the requests that the attempts of a delivery were, for whoever looks for why a receiver refused
// one. They are not kept: body, secret and settings as they are now give the headers that were sent, unless one
// of them was changed since.

import type { Appliance } from '../appliance.ts'
import type { Reader } from '../db/transaction.ts'
import { openBodies } from '../events/open-bodies.ts'
import type { Attempt, Delivery } from './delivery.ts'
import { outgoing } from './outgoing.ts'
import { readWebhook } from './read-webhook.ts'
import { requireKnown } from './replay-delivery.ts'
import { isOpened } from './webhook.ts'

export type AttemptRequests =
  | {
      readonly kind: 'made'
      readonly url: string
      readonly bodyBytes: number
      /** In the order of the attempts that were given. */
      readonly headers: readonly Readonly<Record<string, string>>[]
    }
  | { readonly kind: 'webhook_deleted' | 'secrets_unreadable' | 'body_gone' }

/** @throws AppError `not_found` where there never was such a webhook */
export async function remakeRequests(
  needs: Pick<Appliance, 'keyring'>,
  db: Reader,
  delivery: Delivery,
  attempts: readonly Attempt[],
): Promise<AttemptRequests> {
  const { webhookId, eventId } = delivery
  if ((await requireKnown(db, { webhookId })) === 'deleted') return { kind: 'webhook_deleted' }
  const webhook = await readWebhook(needs, db, { id: webhookId, environment: undefined })
  if (!isOpened(webhook)) return { kind: 'secrets_unreadable' }
  const event = (await openBodies(needs, db, [eventId])).get(eventId)
  if (event?.body === undefined) return { kind: 'body_gone' }
  const { body } = event
  const headersOf = ({ number, startedAt }: Attempt) =>
    outgoing({
      webhook,
      event: { ...event, body },
      deliveryId: delivery.id,
      attempt: number,
      nowMs: startedAt,
    }).headers
  const headers = attempts.map(headersOf)
  return { kind: 'made', url: webhook.url, bodyBytes: body.byteLength, headers }
}
