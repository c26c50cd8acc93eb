// The console's wire shape of a delivery: the REST shape and the request of each attempt. Of
// the bodies only those of tests, as the others hold personal data.

import { type DeliveryDetailJson, deliveryDetailJson } from '../../api/webhooks/delivery-api.ts'
import type { Attempt, AttemptRequests, Delivery } from '../../deliveries/delivery.ts'

export interface ConsoleDeliveryJson extends DeliveryDetailJson {
  readonly request: RequestJson
}

export type RequestJson =
  | {
      readonly state: 'made'
      readonly url: string
      readonly body_bytes: number
      /** Of a test alone; null otherwise. */
      readonly body: string | null
      /**
       * One for each entry of `attempt_log`, computed from the secret and the settings as they are
       * now.
       */
      readonly headers: readonly Readonly<Record<string, string>>[]
    }
  /** Why the requests cannot be reconstructed. */
  | { readonly state: 'webhook_deleted' | 'secrets_unreadable' | 'body_gone' }

export function consoleDeliveryJson(
  delivery: Delivery,
  attempts: readonly Attempt[],
  requests: AttemptRequests,
): ConsoleDeliveryJson {
  return { ...deliveryDetailJson(delivery, attempts), request: requestJson(requests) }
}

function requestJson(requests: AttemptRequests): RequestJson {
  if (requests.kind !== 'made') return { state: requests.kind }
  const { url, bodyBytes, body = null, headers } = requests
  return { state: 'made', url, body_bytes: bodyBytes, body, headers }
}
