// Sends the chosen response: an empty one with a status, at once or later, or none.

import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Clock } from '../../kernel/clock.ts'
import type { ReceiverAnswer } from './delivery.ts'

export function sendAnswer(clock: Clock, response: ServerResponse, answer: ReceiverAnswer): void {
  switch (answer.kind) {
    case 'status':
      if (answer.delayMs === 0) sendStatus(response, answer.status)
      else clock.after(answer.delayMs, () => sendStatus(response, answer.status))
      return
    case 'silence':
      return
    case 'reset':
      reset(response.socket)
  }
}

function sendStatus(response: ServerResponse, status: number): void {
  response.writeHead(status, {
    // A sender that wrongly follows redirects would be noticed here.
    ...(status >= 300 && status <= 399 ? { Location: '/' } : {}),
    ...(status === 204 || status === 304 ? {} : { 'Content-Length': 0 }),
  })
  response.end()
}

/** A TLS socket can only be closed, not reset. */
function reset(socket: Socket | null): void {
  if (socket instanceof Socket && !(socket instanceof TLSSocket)) socket.resetAndDestroy()
  else socket?.destroy()
}
