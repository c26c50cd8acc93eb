// A delivery as its screen shows it: what REST tells of it, and the request of each attempt but for its body,
// which tells of a person.

import type { AttemptRequests } from './attempt-requests.ts'
import type { Attempt, Delivery } from './delivery.ts'
import { type DeliveryDetailJson, deliveryDetailJson } from './delivery-json.ts'

export interface ConsoleDeliveryJson extends DeliveryDetailJson {
  readonly request: RequestJson
}

export type RequestJson =
  | {
      readonly state: 'made'
      readonly url: string
      readonly body_bytes: number
      /** One for each entry of `attempt_log`, made of the secret and the settings as they are now. */
      readonly headers: readonly Readonly<Record<string, string>>[]
    }
  /** Why none can be made. */
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
  const { url, bodyBytes, headers } = requests
  return { state: 'made', url, body_bytes: bodyBytes, headers }
}
