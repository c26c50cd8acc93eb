// The delivery as `GET /deliveries` shows it.

import { toIso } from '../../kernel/clock.ts'
import type { ReceiverAnswer, RecordedDelivery } from './delivery.ts'

export function toDeliveryJson(delivery: RecordedDelivery) {
  const { event, verdict } = delivery
  return {
    received_at: toIso(delivery.receivedAt),
    event: event?.type ?? null,
    subject_id: event?.subjectId ?? null,
    status: event?.status ?? null,
    signature: verdict === 'valid' ? 'ok' : verdict,
    attempt: delivery.attempt ?? null,
    repeat: delivery.isRepeat,
    answer: answerWord(delivery.answer),
    path: delivery.path,
    event_id: event?.id ?? null,
    webhook_id: delivery.webhookId ?? null,
    delivery_id: delivery.deliveryId ?? null,
  }
}

/** The HTTP status, or what the receiver did instead of responding. */
function answerWord(answer: ReceiverAnswer): number | 'silence' | 'reset' {
  return answer.kind === 'status' ? answer.status : answer.kind
}
