// Reconstructs the requests of a delivery's attempts, so that an operator can find out why a
// receiver rejected one. Requests are not stored: they are computed from the body, the secret and
// the settings as they are now, so they are the ones that were sent unless one of these changed
// since.

import type { Appliance } from '../appliance.ts'
import type { Reader } from '../db/transaction.ts'
import { decryptBodies } from '../events/decrypt-bodies.ts'
import { readWebhook } from '../webhooks/read-webhook.ts'
import { isOpened } from '../webhooks/webhook.ts'
import { buildRequest } from './build-request.ts'
import type { Attempt, AttemptRequests, Delivery } from './delivery.ts'
import { requireWebhook } from './replay-delivery.ts'

/** @throws AppError `not_found` where no webhook, deleted ones included, has this id */
export async function remakeRequests(
  needs: Pick<Appliance, 'keyring'>,
  db: Reader,
  delivery: Delivery,
  attempts: readonly Attempt[],
): Promise<AttemptRequests> {
  const { webhookId, eventId } = delivery
  if ((await requireWebhook(db, { webhookId })) === 'deleted') return { kind: 'webhook_deleted' }
  const webhook = await readWebhook(needs, db, { id: webhookId, environment: undefined })
  if (!isOpened(webhook)) return { kind: 'secrets_unreadable' }
  const event = (await decryptBodies(needs, db, [eventId])).get(eventId)
  if (event?.body === undefined) return { kind: 'body_gone' }
  const { body } = event
  const headersOf = ({ number, startedAt }: Attempt) =>
    buildRequest({
      webhook,
      event: { ...event, body },
      deliveryId: delivery.id,
      attempt: number,
      nowMs: startedAt,
    }).headers
  const headers = attempts.map(headersOf)
  const shown = event.type === 'webhook.test' ? body.toString('utf8') : undefined
  return { kind: 'made', url: webhook.url, bodyBytes: body.byteLength, body: shown, headers }
}
