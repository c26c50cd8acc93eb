// Applies a fault to one HTTP exchange: before the call takes effect, or to its answer.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { TLSSocket } from 'node:tls'
import type { Cancel, Clock } from '../../kernel/clock.ts'
import { emptyReply, jsonReply, type Reply, xmlReply } from './exchange.ts'
import type { ActiveFault, FaultyRoute, SimulatedFault } from './faults.ts'
import { refuseForEmptyWallet } from './refusals.ts'

interface Exchange {
  readonly clock: Clock
  readonly endpoint: FaultyRoute
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** The answer to send, or `silent` for no answer ever. */
type SpoiledReply = Reply | 'silent'

/** Runs `work` subject to the active fault. */
export async function underFault(
  exchange: Exchange,
  active: ActiveFault | undefined,
  work: () => Promise<Reply>,
): Promise<SpoiledReply> {
  if (active === undefined) return work()
  if (active.when === 'after') return spoil(exchange, active.fault, await work())
  if (active.fault.kind === 'slow') {
    await delay(exchange, active.fault.delayMs)
    return work()
  }
  return spoil(exchange, active.fault, emptyReply)
}

async function spoil(
  exchange: Exchange,
  fault: SimulatedFault,
  reply: Reply,
): Promise<SpoiledReply> {
  switch (fault.kind) {
    case 'slow':
      await delay(exchange, fault.delayMs)
      return reply
    case 'hang':
      return 'silent'
    case 'reset':
      // The whole request arrives first, so that it does not depend on the network how much was sent.
      await drain(exchange.request)
      cut(exchange.request.socket)
      return 'silent'
    case 'status':
      return { ...troubleReply(exchange, fault.status), ...retryAfter(fault.retryAfterSeconds) }
    case 'wallet_empty':
      return refuseForEmptyWallet()
    case 'truncated':
      return { ...reply, body: reply.body.slice(0, Math.floor(reply.body.length / 2)) }
    case 'bad_signature':
      return changeJson(reply, (body) =>
        'signature' in body ? { ...body, signature: reversedSignature(body.signature) } : body,
      )
    case 'oversized':
      return changeJson(reply, (body) => ({ ...body, padding: 'x'.repeat(fault.bytes) }))
  }
}

async function drain(request: IncomingMessage): Promise<void> {
  if (!request.complete) await finished(request.resume()).catch(() => {})
}

/** Only a plain TCP socket can be reset; a TLS socket is destroyed. */
function cut(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}

/** In the format of the endpoint: the object store uses XML. */
function troubleReply(exchange: Exchange, status: number): Reply {
  if (exchange.endpoint === 'put') return xmlReply(status, 'InternalError', 'Please try again.')
  return jsonReply(status, { error: 'system error', code: '2201' })
}

function retryAfter(seconds: number | undefined): Pick<Reply, 'headers'> {
  return seconds === undefined ? {} : { headers: { 'Retry-After': String(seconds) } }
}

function changeJson(reply: Reply, change: (body: Record<string, unknown>) => unknown): Reply {
  if (!reply.body.startsWith('{')) return reply
  return { ...reply, body: JSON.stringify(change(JSON.parse(reply.body))) }
}

/** Returns 32 bytes of base64 that are a wrong signature. */
function reversedSignature(signature: unknown): string {
  return Buffer.from(String(signature), 'base64').reverse().toString('base64')
}

/** Waits by the clock; ends early when the partner disconnects. */
function delay({ clock, response }: Exchange, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cancel: Cancel = clock.after(delayMs, resolve)
    response.once('close', () => {
      cancel()
      resolve()
    })
  })
}
