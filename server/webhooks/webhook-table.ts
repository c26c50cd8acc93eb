// Row of `webhooks`: an endpoint that events are sent to. The row of a deleted webhook stays,
// without its secrets, for the deliveries that refer to it.

import type { Flag } from '../db/columns.ts'
import type { Environment } from '../kernel/environment.ts'
import type { TimestampMode } from './sign.ts'

export interface WebhookTable {
  id: string
  environment: Environment
  url: string
  /** JSON: the subscribed events. */
  events: string
  description: string | null
  active: Flag
  timestamp_mode: TimestampMode
  /** Encrypted JSON: the signing secret, and the next one while a rotation is pending. */
  secrets: Buffer
  /** PEM, sent to a receiver that asks for a client certificate. */
  client_certificate: string | null
  /** Encrypted: the private key of the client certificate, PEM. */
  client_key: Buffer | null
  /** Incremented with every change, so that a cached webhook is recognised as out of date. */
  version: number
  /** Since when every finished attempt has failed. */
  failing_since: number | null
  created_at: number
  deleted_at: number | null
}
