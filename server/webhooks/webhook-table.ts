// Row of `webhooks`: a client's address that events are sent to. A deleted one stays, without its
// secrets, for the deliveries that name it.

import type { Flag } from '../db/columns.ts'
import type { Environment } from '../keys/key.ts'
import type { TimestampMode } from './sign.ts'

export interface WebhookTable {
  id: string
  environment: Environment
  url: string
  /** JSON: the kinds of event subscribed to. */
  events: string
  description: string | null
  active: Flag
  timestamp_mode: TimestampMode
  /** Sealed JSON: the signing secret, and its successor while a rotation waits. */
  secrets: Buffer
  /** PEM, shown to a receiver that asks for one. */
  client_certificate: string | null
  /** Sealed: the private key of the certificate, PEM. */
  client_key: Buffer | null
  /** Grows with every change, so that what is kept opened in memory is known to be out of date. */
  version: number
  /** Since when every finished attempt has failed. */
  failing_since: number | null
  created_at: number
  deleted_at: number | null
}
