// The alert: a change in a webhook's health that an operator should act on.

import type { Environment } from '../kernel/environment.ts'
import type { DeliveryError } from './delivery-error.ts'

/**
 * `failing`: the first failed attempt of a healthy webhook, unless such an alert was raised in the
 * last 30 minutes. `exhausted`: a delivery was given up. `failing_24h`: no delivery succeeded for a
 * day. `gone`: the receiver answered 410 and the webhook was deactivated (an opt-in setting).
 * `unreadable`: the webhook's secrets do not open, so nothing can be signed and its deliveries stay
 * pending. `recovered`: a delivery succeeded again after any of these but `unreadable`.
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
  /** When the failing period began; for `unreadable`, when the webhook was registered. */
  readonly failingSince: number
  readonly deliveryId: string | undefined
  readonly error: DeliveryError | undefined
  /** Of the receiver's response; undefined where none came. */
  readonly status: number | undefined
  readonly createdAt: number
}
