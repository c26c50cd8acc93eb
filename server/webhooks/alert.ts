// The alert: news about a webhook's health that somebody should act on.

import type { Environment } from '../keys/key.ts'
import type { DeliveryError } from './delivery.ts'

/**
 * `failing`: the first failed attempt after health, unless half an hour has not gone by since the last
 * such alert. `exhausted`: a delivery was given up.
 * `failing_24h`: nothing came through for a day. `gone`: it answered 410 and was deactivated, which is
 * opt-in. `unreadable`: its secrets do not open, so that nothing can be signed and what is due waits.
 * `recovered`: a delivery came through again after any of these but `unreadable`.
 */
export const alertKinds = [
  'failing',
  'exhausted',
  'failing_24h',
  'gone',
  'unreadable',
  'recovered',
] as const
export type AlertKind = (typeof alertKinds)[number]

export interface Alert {
  readonly id: string
  readonly environment: Environment
  readonly webhookId: string
  readonly kind: AlertKind
  /** Of `unreadable`: when the webhook was registered. */
  readonly failingSince: number
  readonly deliveryId: string | undefined
  readonly error: DeliveryError | undefined
  readonly createdAt: number
}
