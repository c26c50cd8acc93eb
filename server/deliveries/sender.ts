// Sends one signed event to one receiver and returns the response or the error: the HTTP side of a
// delivery. The dispatcher decides whether and when to send again.

import type { HostResolver } from '../egress/resolve-host.ts'
import type { TlsIdentity } from '../egress/secure-context.ts'
import type { TargetPolicy } from '../egress/target-policy.ts'
import { openTlsPools } from '../egress/tls-pools.ts'
import { isUndiciLoaded, prepareUndici } from '../egress/undici.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ClientCertificate } from '../webhooks/client-certificate.ts'
import type { AttemptResponse } from './attempt-response.ts'
import type { DeliveryRequest } from './build-request.ts'
import { slotsMax } from './schedule-slots.ts'
import { sendAttempt } from './send-attempt.ts'
import { testsMax } from './test-slots.ts'

export interface SendRequest extends DeliveryRequest {
  readonly signal: AbortSignal
}

export interface WebhookSender {
  /** Loads the HTTP client in parts between other work, so that the first `send` need not wait for it. */
  prepare(): Promise<void>
  /**
   * Any HTTP status is a response, redirects included, which are never followed. Network errors are
   * returned, not thrown.
   * @throws only for a request that no server could answer, such as a header with a line break: a
   * bug.
   */
  send(request: SendRequest): Promise<AttemptResponse>
  /** Aborts the requests under way (`aborted`) and closes the connections. */
  close(): Promise<void>
}

interface SenderOptions {
  readonly policy: TargetPolicy
  readonly resolver: HostResolver
  /** For one attempt: DNS, TCP, TLS, sending and the wait for the status line. */
  readonly timeoutMs: number
  /** Certificate authorities in PEM, trusted in addition to Node's own. */
  readonly extraCa?: string | undefined
  readonly clock: Clock
}

/**
 * One for each request that can be under way. Without this limit there are twice as many: a connection whose response
 * has come is free a moment after the next request is sent.
 */
const connectionsMax = slotsMax + testsMax

/** @throws Error when `extraCa` holds anything but certificates */
export function createWebhookSender(options: SenderOptions): WebhookSender {
  const { timeoutMs, clock, extraCa } = options
  const pools = openTlsPools({
    ...options,
    extraCa,
    caSetting: 'SVC_WEBHOOK_CA_FILE',
    connectionsMax,
  })

  async function sendNow({ url, headers, body, signal, ...request }: SendRequest) {
    const agent = pools.agentFor(identityOf(request.clientCertificate))
    if (agent === undefined) return tlsFailed
    return sendAttempt(agent, { url, headers, body, signal, timeoutMs }, clock)
  }

  return {
    prepare: prepareUndici,
    send: (request) =>
      isUndiciLoaded() ? sendNow(request) : prepareUndici().then(() => sendNow(request)),
    close: () => pools.close(),
  }
}

const tlsFailed: AttemptResponse = { kind: 'failed', error: 'tls_failed', durationMs: 0 }

function identityOf(client: ClientCertificate | undefined): TlsIdentity | undefined {
  return client && { cert: client.certificate, key: client.privateKey }
}
