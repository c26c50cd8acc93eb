// Parses the event and ids of a delivery into texts of a known format, because they are printed on
// a terminal.

import { z } from 'zod'
import { tryJson } from '../../kernel/try-json.ts'
import type { DeliveredEvent, RecordedDelivery } from './delivery.ts'

const id = z.string().regex(/^[a-z]{2,5}_[0-9a-z]{1,40}$/)
const word = z.string().regex(/^[a-z]{1,30}([._][a-z]{1,30}){0,3}$/)

/** The plain body has `id`, the scored body `verificationId`, the review's body `verification_id`. */
const envelope = z.object({
  id,
  event: word,
  data: z.object({
    id: id.optional(),
    verificationId: id.optional(),
    verification_id: id.optional(),
    webhook_id: id.optional(),
    status: word.optional(),
  }),
})

/** Returns undefined for a body that is not an event. */
export function readEvent(body: Buffer): DeliveredEvent | undefined {
  const parsed = envelope.safeParse(tryJson(body.toString('utf8')))
  if (!parsed.success) return undefined
  const { id, event, data } = parsed.data
  const subjectId = data.id ?? data.verificationId ?? data.verification_id ?? data.webhook_id
  return { id, type: event, subjectId, status: data.status }
}

/** `header` returns the text of a header, empty where it is missing. */
export function readIds(
  header: (name: string) => string,
): Pick<RecordedDelivery, 'webhookId' | 'deliveryId' | 'attempt'> {
  const attempt = header('svc-attempt')
  return {
    webhookId: id.safeParse(header('svc-webhook-id')).data,
    deliveryId: id.safeParse(header('svc-delivery-id')).data,
    attempt: /^[1-9]\d{0,5}$/.test(attempt) ? Number(attempt) : undefined,
  }
}
