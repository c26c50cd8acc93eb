// What becomes of a connection on which something arrived that is no request, or not the rest of one.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '../kernel/clock.ts'
import type { RefuseUnparsed, UnparsedReason } from './unparsed-refusal.ts'

/** The last request of a connection, and its response. */
export interface Conversation {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

export interface Unparsed {
  readonly socket: Duplex
  readonly conversation: Conversation | undefined
  readonly reason: UnparsedReason
}

export interface ClientErrorNeeds {
  readonly app: { readonly refuseUnparsed: RefuseUnparsed }
  readonly clock: Clock
}

/** How long a refused client may go on sending: closing at once would take the refusal along. */
const lingerMs = 1000

/** Undefined for a connection that just broke: there is nobody to answer. */
export function reasonOf(error: Error): UnparsedReason | undefined {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'too_slow'
  if (code === 'HPE_HEADER_OVERFLOW') return 'head_too_large'
  return code.startsWith('HPE_') ? 'malformed' : undefined
}

/** Answers in the envelope, where the client can still take it for an answer, and closes. */
export function refuseUnparsed(needs: ClientErrorNeeds, unparsed: Unparsed): void {
  const { socket, conversation, reason } = unparsed
  // The parser repeats itself with every further byte.
  if (socket.destroyed || socket.writableEnded) return
  if (conversation === undefined) {
    const hasSaidNothing = socket instanceof Socket && socket.bytesRead === 0
    if (hasSaidNothing) socket.destroy()
    else refuse(needs, socket, reason)
    return
  }
  const { request, response } = conversation
  if (!request.complete) {
    // The rest of this very request is broken. Where it was answered already, that answer stands.
    if (response.headersSent) socket.destroy()
    else refuse(needs, socket, reason)
  } else if (response.writableFinished) {
    refuse(needs, socket, reason)
  } else {
    // A later request of a pipeline is broken: the earlier one still gets its answer, first.
    response.once('finish', () => refuse(needs, socket, reason))
  }
}

function refuse(needs: ClientErrorNeeds, socket: Duplex, reason: UnparsedReason): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const socketAddress = socket instanceof Socket ? socket.remoteAddress : undefined
  socket.end(needs.app.refuseUnparsed({ socketAddress, isTls: 'encrypted' in socket }, reason))
  socket.resume()
  const cancel = needs.clock.after(lingerMs, () => socket.destroy())
  socket.once('close', cancel)
}
