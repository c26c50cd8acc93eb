// Closes a connection on which a client sends too many requests ahead, before those in front of them are answered.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Conversation } from './client-error.ts'

/** The latest request of a connection. */
export interface Latest extends Conversation {
  request: IncomingMessage
  response: ServerResponse
  /** Requests that came before the one before them was answered, and are not answered yet. */
  ahead: number
  isClosing: boolean
}

/**
 * Node starts every request that a read of the socket brought, thousands of short ones, before it answers the first.
 * Browsers and proxies send none ahead.
 */
const aheadMax = 32

/** Makes the request the latest of its connection. Returns false if it must not be answered. */
export function admitNext(known: Latest, { request, response }: Conversation): boolean {
  if (known.isClosing) return drop({ request, response })
  if (!known.response.writableFinished) {
    if (known.ahead === aheadMax) {
      known.isClosing = true
      closeAfter(known)
      return drop({ request, response })
    }
    known.ahead += 1
    response.once('close', () => {
      known.ahead -= 1
    })
  }
  known.request = request
  known.response = response
  return true
}

/** Nobody has the request, so nobody needs to hear of its end. */
function drop({ request, response }: Conversation): false {
  request.destroy = () => request
  response.destroy = () => response
  return false
}

function closeAfter({ request: { socket }, response }: Conversation): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
  response.once('finish', () => socket.destroySoon())
  // What else the client sends would only be parsed and dropped, and kept until the last answer. Node resumes a
  // connection by itself at the end of each request.
  socket.on('resume', () => socket.pause())
  socket.pause()
  closeWithoutStacks(socket)
}

/**
 * Node makes an error with a stack for each request and response that has no end when its connection closes: for the
 * two thousand that one read can bring, 60 ms.
 */
function closeWithoutStacks(socket: Socket): void {
  let limit = Error.stackTraceLimit
  socket.prependOnceListener('close', () => {
    limit = Error.stackTraceLimit
    Error.stackTraceLimit = 0
  })
  socket.once('close', () => {
    Error.stackTraceLimit = limit
  })
}
