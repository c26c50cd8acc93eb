// A bank's receiver of webhooks on this machine, for the demo, the tests and the benchmarks: believes
// only what is signed, knows repeats, remembers what came, and misbehaves where its path says so.

import { type Clock, systemClock } from '../../kernel/clock.ts'
import { type Log, silentLog } from '../../kernel/log.ts'
import type { Delivery } from './delivery.ts'
import { openMemory } from './memory.ts'
import type { SecretsFor } from './receive.ts'
import { listen, type TlsIdentity } from './server.ts'

export interface WebhookReceiverOptions {
  /** Default 0: any free port. Always of 127.0.0.1. */
  readonly port?: number
  /** Speaks TLS when given. */
  readonly tls?: TlsIdentity
  /** Asked once a delivery; a delivery is believed when one of these secrets signed it. */
  readonly secretsFor: SecretsFor
  /** Told of every delivery, also of those not believed, before it is answered. */
  readonly onDelivery?: (delivery: Delivery) => void
  readonly clock?: Clock
  readonly log?: Log
}

export interface WebhookReceiver {
  /** What a webhook is registered with, plus a path of `behaviour.ts`; ends without a slash. */
  readonly url: string
  readonly port: number
  /** The last 50, newest first. */
  deliveries(): readonly Delivery[]
  /** Cuts every connection, and with it the answers that are still to come. */
  close(): Promise<void>
}

/** @throws Error when the port is taken. */
export async function startWebhookReceiver(
  options: WebhookReceiverOptions,
): Promise<WebhookReceiver> {
  const { clock = systemClock, log = silentLog, onDelivery = () => {} } = options
  const memory = openMemory()
  const needs = { clock, log, memory, secretsFor: options.secretsFor, onDelivery }
  const server = await listen(needs, { port: options.port ?? 0, tls: options.tls })
  const scheme = options.tls === undefined ? 'http' : 'https'
  return {
    url: `${scheme}://127.0.0.1:${server.port}`,
    port: server.port,
    deliveries: () => memory.latest(),
    close: () => server.close(),
  }
}
