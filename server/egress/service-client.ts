// The only HTTP client for identity providers, the scoring engine and the bank's directory. Each call has one total
// deadline, a limit on the response and no redirects; failures are returned, not thrown, and every call is recorded.

import type { Readable } from 'node:stream'
import { startDeadline } from './deadline.ts'
import { fieldNamesOf } from './field-names.ts'
import type { ServiceGuard } from './guard-service.ts'
import { type LaterAgent, openGuardedAgent, openWhenCalled } from './guarded-agent.ts'
import { ConnectFailure } from './guarded-connect.ts'
import { limitInterim } from './interim-responses.ts'
import { measureBody } from './measure-body.ts'
import type { BegunCall, OnCall, OutboundCall, OutboundEnd, OutboundPurpose } from './outbound.ts'
import { contextWhenNeeded, type TlsIdentity } from './secure-context.ts'
import { undici } from './undici.ts'

export interface ServiceCall {
  readonly purpose: OutboundPurpose
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: URL
  /** Sent unchanged. Only `Host` and `Connection` are added. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty for GET. A stream needs a `Content-Length` among the headers, or it is sent in chunks. */
  readonly body: string | Readable
  /**
   * The field names that a stream contains, for the outbound log; those of a JSON text are read
   * from it.
   */
  readonly fieldNames?: readonly string[]
  /** The entry in the outbound log, where it was written before the call. */
  readonly begun?: BegunCall
  /** Milliseconds for the whole call: connecting, sending, waiting, reading. */
  readonly timeoutMs: number
  /** Bytes of the response at most; a longer one is aborted while it is read. */
  readonly answerBytesMax: number
  readonly signal: AbortSignal
}

/**
 * The result of a call. Any HTTP status is an answer, redirects included, which are never followed.
 * A failure carries no text, because error texts of others quote addresses and bodies.
 */
export type ServiceAnswer =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body: Buffer
      /** Several values of a header are joined with commas. */
      readonly contentType: string | undefined
      readonly contentEncoding: string | undefined
      /** Of the server's clock. */
      readonly date: string | undefined
      /** Of a redirect, which is not followed. */
      readonly location: string | undefined
    }
  | { readonly kind: 'failed'; readonly reason: CallFailure }

/**
 * `aborted`: the caller's signal, or our own closing, ended the call. `address_forbidden`: the host
 * resolves to an address that must not be called; nothing was sent.
 */
export type CallFailure = 'timeout' | 'network' | 'too_large' | 'aborted' | 'address_forbidden'

export interface ServiceClient {
  /** @throws only for a call that no server could answer, such as a header with a line break: a bug. */
  send(call: ServiceCall): Promise<ServiceAnswer>
  /** Records a call that is not made because its address is not allowed. */
  refuse(call: OutboundCall): void
  /** Aborts the calls under way, waits for their end, and closes the connections. */
  close(): Promise<void>
}

export interface ServiceClientOptions {
  /** Checks every address that is connected to. */
  readonly guard: ServiceGuard
  /**
   * Certificate authorities in PEM, trusted in addition to Node's own: for banks whose proxy
   * terminates TLS and signs with its own authority.
   */
  readonly extraCa?: string | undefined
  /** The setting that named the authorities, for error messages. */
  readonly caSetting?: string
  /** Milliseconds for DNS, TCP and TLS together, within the call's own deadline. */
  readonly connectTimeoutMs?: number
  /** Client certificate and key in PEM, for a server that asks for one. */
  readonly clientCertificate?: TlsIdentity | undefined
  readonly onCall?: OnCall
}

/**
 * Connections are kept alive between calls and not shared with other features.
 * @throws Error when `extraCa` holds anything but certificates
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { guard, extraCa, connectTimeoutMs = 10_000, clientCertificate, onCall } = options
  const authorities = { extraCa, caSetting: options.caSetting ?? 'The file of authorities' }
  const context = contextWhenNeeded(authorities, clientCertificate)
  const { agent, destroy } = openWhenCalled(() =>
    openGuardedAgent({ ...guard, timeoutMs: connectTimeoutMs }, context()),
  )
  const underWay = new Set<Promise<ServiceAnswer>>()
  return {
    send(call) {
      const sending = sendRecorded(agent, call, onCall).finally(() => underWay.delete(sending))
      underWay.add(sending)
      return sending
    },
    refuse(call) {
      const end = { outcome: 'address_forbidden', status: undefined, bodyBytes: 0 } as const
      onCall?.(call)({ ...end, bodySha256: undefined })
    },
    async close() {
      await destroy()
      await Promise.allSettled(underWay)
    },
  }
}

async function sendRecorded(
  agent: LaterAgent['agent'],
  call: ServiceCall,
  onCall: OnCall | undefined,
): Promise<ServiceAnswer> {
  if (onCall === undefined) return send(agent, call)
  const { purpose, method, url, body } = call
  const fieldNames = call.fieldNames ?? (typeof body === 'string' ? fieldNamesOf(body) : [])
  const measured = measureBody(body)
  const ended = onCall({ purpose, method, host: url.host, fieldNames }, call.begun)
  // The outcome recorded when a bug throws, because every entry needs an end.
  let end: Pick<OutboundEnd, 'outcome' | 'status'> = { outcome: 'aborted', status: undefined }
  try {
    const answer = await send(agent, { ...call, body: measured.body })
    end =
      answer.kind === 'answer'
        ? { outcome: 'answered', status: answer.status }
        : { outcome: answer.reason, status: undefined }
    return answer
  } finally {
    ended({ ...end, ...measured.measures() })
  }
}

async function send(agent: LaterAgent['agent'], call: ServiceCall): Promise<ServiceAnswer> {
  const deadline = startDeadline(call.signal, call.timeoutMs)
  try {
    const { method, url, headers, body } = call
    const signal = deadline.signal
    const dispatcher = await agent()
    const options = { dispatcher, method, headers, signal, onInfo: limitInterim() }
    const answer = await undici().request(url, { ...options, body: body === '' ? null : body })
    const read = await readWithin(answer.body, call.answerBytesMax)
    if (read === undefined) return { kind: 'failed', reason: 'too_large' }
    const { statusCode: status, headers: responseHeaders } = answer
    const contentType = allOf(responseHeaders['content-type'])
    const contentEncoding = allOf(responseHeaders['content-encoding'])
    const date = allOf(responseHeaders.date)
    const location = allOf(responseHeaders.location)
    return { kind: 'answer', status, body: read, contentType, contentEncoding, date, location }
  } catch (error) {
    if (error instanceof undici().errors.InvalidArgumentError) throw error
    if (deadline.expired()) return { kind: 'failed', reason: 'timeout' }
    return { kind: 'failed', reason: call.signal.aborted ? 'aborted' : failureOf(error) }
  } finally {
    deadline.clear()
  }
}

/** Returns undefined as soon as more than `bytesMax` arrived; the rest is not read. */
async function readWithin(body: Readable, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    // Leaving the loop destroys the stream and with it the connection.
    if (bytes > bytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes)
}

function failureOf(error: unknown): CallFailure {
  if (error instanceof ConnectFailure) return failureToConnect(error)
  if (error instanceof undici().errors.ClientDestroyedError) return 'aborted'
  return 'network'
}

function failureToConnect({ reason }: ConnectFailure): CallFailure {
  switch (reason) {
    case 'timeout':
    case 'aborted':
    case 'address_forbidden':
      return reason
    case 'dns_failed':
    case 'connection_failed':
    case 'tls_failed':
      return 'network'
  }
}

function allOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
