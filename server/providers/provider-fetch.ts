// The one place where identity providers and the scoring engine are spoken to over the network. One call,
// one total deadline, a bound on the answer, no redirects; trouble is a value, and every call is told of.

import type { Readable } from 'node:stream'
import { type Agent, errors, request } from 'undici'
import type { ServiceGuard } from '../egress/guard-service.ts'
import { openGuardedAgent } from '../egress/guarded-agent.ts'
import { ConnectFailure } from '../egress/guarded-connect.ts'
import { secureContext, type TlsIdentity } from '../egress/secure-context.ts'
import { fieldNamesOf } from '../outbound/field-names.ts'
import type {
  BegunCall,
  OnCall,
  OutboundCall,
  OutboundEnd,
  OutboundPurpose,
} from '../outbound/outbound.ts'
import { startDeadline } from './deadline.ts'
import { measureBody } from './measure-body.ts'

export interface ProviderCall {
  /** For the ledger of outbound calls. */
  readonly purpose: OutboundPurpose
  readonly method: 'POST' | 'PUT'
  readonly url: URL
  /** Sent as they are. Nothing is added but `Host` and `Connection`. */
  readonly headers: Readonly<Record<string, string>>
  /** A stream needs a `Content-Length` among the headers, or it is sent in chunks. */
  readonly body: string | Readable
  /** What a stream holds, for the ledger; the names in a JSON text are read from it. */
  readonly fieldNames?: readonly string[]
  /** Its entry in the ledger, where it has one before it is made. */
  readonly begun?: BegunCall
  /** For all of it: connecting, sending, waiting, reading. */
  readonly timeoutMs: number
  /** A longer answer is broken off while it is read. */
  readonly answerBytesMax: number
  readonly signal: AbortSignal
}

/**
 * What came of a call. Any HTTP status is an answer, a redirect too: it is never followed. A failure
 * carries no text, because the world's error texts quote addresses and bodies.
 */
export type ProviderAnswer =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body: Buffer
      /** A header that came with several values has them all, a comma between them. */
      readonly contentType: string | undefined
      readonly contentEncoding: string | undefined
    }
  | { readonly kind: 'failed'; readonly reason: CallFailure }

/**
 * `aborted`: the caller's signal, or our own closing, ended the call. `address_forbidden`: the host leads to
 * an address that is not called; nothing was sent.
 */
export type CallFailure = 'timeout' | 'network' | 'too_large' | 'aborted' | 'address_forbidden'

export interface ProviderFetch {
  /** @throws only for a call that no server could answer, such as a header with a line break: a bug. */
  send(call: ProviderCall): Promise<ProviderAnswer>
  /** Tells of a call that is not made, because where it would go is not allowed. */
  refuse(call: OutboundCall): void
  /** Breaks off what is under way, waits for its end, and closes the kept connections. */
  close(): Promise<void>
}

export interface ProviderFetchOptions {
  /** Judges every address that is dialled. */
  readonly guard: ServiceGuard
  /**
   * Certificate authorities, PEM, believed besides those Node believes: for banks whose proxy opens
   * TLS and signs anew with an authority of its own.
   */
  readonly extraCa?: string | undefined
  /** The setting that named them. */
  readonly caSetting?: string
  /** For name look-up, TCP and TLS together; the call's own deadline holds besides. */
  readonly connectTimeoutMs?: number
  /** Certificate and key, PEM, for a server that asks who we are. */
  readonly clientCertificate?: TlsIdentity | undefined
  /** Told of every call. */
  readonly onCall?: OnCall
}

/**
 * Connections are kept alive between calls and never shared with another room.
 * @throws Error when `extraCa` holds something else than certificates
 */
export function createProviderFetch(options: ProviderFetchOptions): ProviderFetch {
  const { guard, extraCa, connectTimeoutMs = 10_000, clientCertificate, onCall } = options
  const authorities = { extraCa, caSetting: options.caSetting ?? 'The file of authorities' }
  const { agent, destroy } = openGuardedAgent(
    { ...guard, timeoutMs: connectTimeoutMs },
    secureContext(authorities, clientCertificate),
  )
  const underWay = new Set<Promise<ProviderAnswer>>()
  return {
    send(call) {
      const sending = sendTold(agent, call, onCall).finally(() => underWay.delete(sending))
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

async function sendTold(
  agent: Agent,
  call: ProviderCall,
  onCall: OnCall | undefined,
): Promise<ProviderAnswer> {
  if (onCall === undefined) return send(agent, call)
  const { purpose, method, url, body } = call
  const fieldNames = call.fieldNames ?? (typeof body === 'string' ? fieldNamesOf(body) : [])
  const measured = measureBody(body)
  const ended = onCall({ purpose, method, host: url.host, fieldNames }, call.begun)
  // Stands where a bug throws: what was begun has to come to an end.
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

async function send(agent: Agent, call: ProviderCall): Promise<ProviderAnswer> {
  const deadline = startDeadline(call.signal, call.timeoutMs)
  try {
    const { method, url, headers, body } = call
    const options = { dispatcher: agent, method, headers, body, signal: deadline.signal }
    const answer = await request(url, options)
    const read = await readWithin(answer.body, call.answerBytesMax)
    if (read === undefined) return { kind: 'failed', reason: 'too_large' }
    const { statusCode: status, headers: said } = answer
    const contentType = allOf(said['content-type'])
    const contentEncoding = allOf(said['content-encoding'])
    return { kind: 'answer', status, body: read, contentType, contentEncoding }
  } catch (error) {
    if (error instanceof errors.InvalidArgumentError) throw error
    if (deadline.expired()) return { kind: 'failed', reason: 'timeout' }
    return { kind: 'failed', reason: call.signal.aborted ? 'aborted' : failureOf(error) }
  } finally {
    deadline.clear()
  }
}

/** Undefined as soon as more than `bytesMax` have come; what is left is not read. */
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
  if (error instanceof errors.ClientDestroyedError) return 'aborted'
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
