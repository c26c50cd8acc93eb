// Answers connections on which Node could not parse a request or the rest of one, and closes them.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '../../kernel/clock.ts'
import type { RefuseUnparsed, UnparsedReason } from './unparsed-refusal.ts'

/** The latest request of a connection, and its response. */
export interface Conversation {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

interface Unparsed {
  readonly socket: Duplex
  readonly conversation: Conversation | undefined
  readonly reason: UnparsedReason
}

interface ClientErrorNeeds {
  readonly app: { readonly refuseUnparsed: RefuseUnparsed }
  readonly clock: Clock
}

/** How long a refused client may go on sending. Closing at once would reset the connection and lose the answer. */
const lingerMs = 1000

/** Returns undefined for a connection that just broke: there is nobody to answer. */
export function reasonOf(error: Error): UnparsedReason | undefined {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'too_slow'
  if (code === 'HPE_HEADER_OVERFLOW') return 'head_too_large'
  if (code === 'HPE_INVALID_URL' || isSpaceInUrl(error)) return 'bad_target'
  return code.startsWith('HPE_') ? 'malformed' : undefined
}

/** Behind a space the parser expects the version of HTTP. */
function isSpaceInUrl(error: Error): boolean {
  return 'reason' in error && String(error.reason).startsWith('Expected HTTP/')
}

/** Sends the error envelope if the client can still read it as an answer, then closes the connection. */
export function refuseUnparsed(needs: ClientErrorNeeds, unparsed: Unparsed): void {
  const { socket, conversation, reason } = unparsed
  // The parser reports the same error again with every further byte.
  if (socket.destroyed || socket.writableEnded) return
  if (conversation === undefined) {
    const isSilent = socket instanceof Socket && socket.bytesRead === 0
    if (isSilent) socket.destroy()
    else refuse(needs, socket, reason)
    return
  }
  const { request, response } = conversation
  if (!request.complete) {
    // The rest of this request is malformed. If it was answered already, that answer stands.
    if (response.headersSent) socket.destroy()
    else refuse(needs, socket, reason)
  } else if (response.writableFinished) {
    refuse(needs, socket, reason)
  } else {
    // A later pipelined request is malformed; the earlier one still gets its answer first.
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
