// A webhook receiver on this machine, for the demo, the tests and the benchmarks: accepts only
// signed deliveries, detects repeats, keeps what arrived, and misbehaves where the path says so.

import type { TlsIdentity } from '../../egress/secure-context.ts'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import { type Log, silentLog } from '../../kernel/log.ts'
import type { RecordedDelivery } from './delivery.ts'
import { openMemory } from './memory.ts'
import type { SecretsFor } from './receive.ts'
import { listenAsReceiver } from './server.ts'

export interface WebhookReceiverOptions {
  /** Default 0: any free port. Always on 127.0.0.1. */
  readonly port?: number
  /** Uses TLS when given. */
  readonly tls?: TlsIdentity
  /** Called once for each delivery, which is accepted when one of these secrets signed it. */
  readonly secretsFor: SecretsFor
  /** Called for every delivery, rejected ones included, before the response. */
  readonly onDelivery?: (delivery: RecordedDelivery) => void
  readonly clock?: Clock
  readonly log?: Log
}

export interface WebhookReceiver {
  /**
   * Base URL for registering webhooks, to be followed by a path of `behaviour.ts`; ends without a
   * slash.
   */
  readonly url: string
  readonly port: number
  /** Returns the last 50 deliveries, newest first. */
  deliveries(): readonly RecordedDelivery[]
  /** Closes every connection, with the responses still to come. */
  close(): Promise<void>
}

/** @throws Error when the port is taken. */
export async function startWebhookReceiver(
  options: WebhookReceiverOptions,
): Promise<WebhookReceiver> {
  const { clock = systemClock, log = silentLog, onDelivery = () => {} } = options
  const memory = openMemory()
  const needs = { clock, log, memory, secretsFor: options.secretsFor, onDelivery }
  const server = await listenAsReceiver(needs, { port: options.port ?? 0, tls: options.tls })
  const scheme = options.tls === undefined ? 'http' : 'https'
  return {
    url: `${scheme}://127.0.0.1:${server.port}`,
    port: server.port,
    deliveries: () => memory.latest(),
    close: () => server.close(),
  }
}
