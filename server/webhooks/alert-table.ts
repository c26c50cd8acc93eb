// Row of `webhook_alerts`: that a webhook began to fail, gave up on a delivery, or recovered.

import type { Environment } from '../keys/key.ts'
import type { AlertKind } from './alert.ts'
import type { DeliveryError } from './delivery.ts'

export interface AlertTable {
  id: string
  environment: Environment
  webhook_id: string
  kind: AlertKind
  /** The beginning of the failing that it is about; one alert of a kind for each. */
  failing_since: number
  delivery_id: string | null
  error: DeliveryError | null
  created_at: number
}
