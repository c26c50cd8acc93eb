// Row of `webhook_alerts`: a webhook began to fail, gave up on a delivery, or recovered.

import type { Environment } from '../kernel/environment.ts'
import type { AlertKind } from './alert.ts'
import type { DeliveryError } from './delivery-error.ts'

export interface AlertTable {
  id: string
  environment: Environment
  webhook_id: string
  kind: AlertKind
  /** When the failing period began. There is one alert of a kind for each period. */
  failing_since: number
  delivery_id: string | null
  error: DeliveryError | null
  /** HTTP status of the receiver's response. */
  status: number | null
  created_at: number
}
