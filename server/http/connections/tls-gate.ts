// Begins the TLS handshakes of connections that send their first bytes at once, some in each turn of the event loop. A
// handshake signs with the key for up to some milliseconds, before anybody knows who asks for it.

import type { Server } from 'node:https'
import type { Socket } from 'node:net'

/** Of a turn; its first handshake is begun however long it takes. */
const turnMsDefault = 10
/** A client says hello in a few KB, and waits for the answer. What it sent would else be kept until its turn. */
const helloBytesMax = 16 * 1024

type Open = (socket: Socket) => void

/**
 * Call it before other listeners of connections are added. A connection that sends nothing is closed after `timeoutMs`,
 * as one whose handshake takes as long.
 */
export function gateHandshakes(
  server: Server,
  timeoutMs: number,
  turnMs: number = turnMsDefault,
): void {
  const listeners = server.listeners('connection') as Open[]
  server.removeAllListeners('connection')
  const begin = (socket: Socket) => {
    socket.removeAllListeners('readable')
    for (const listener of listeners) listener.call(server, socket)
  }
  const enqueue = inTurns(begin, turnMs)
  server.on('connection', (socket: Socket) => {
    const fail = (code: FailedHandshakeError['code']) => {
      server.emit('tlsClientError', new FailedHandshakeError(code), socket)
      socket.destroy()
    }
    const expire = () => fail('ERR_TLS_HANDSHAKE_TIMEOUT')
    let isWaiting = false
    const take = () => {
      socket.setTimeout(0, expire)
      const bytes = socket.readableLength
      if (bytes > helloBytesMax) return fail('ERR_SSL_EXCESSIVE_MESSAGE_SIZE')
      if (isWaiting) return
      // Bytes that have arrived go to the handshake; without any, the client has gone.
      if (bytes === 0) return fail('ECONNRESET')
      isWaiting = true
      enqueue(socket)
    }
    // A connection that breaks while it waits has nobody to tell.
    socket.on('error', ignore).setTimeout(timeoutMs, expire).on('readable', take)
  })
}

/** As Node reports it of a handshake that has begun. */
class FailedHandshakeError extends Error {
  readonly code: 'ERR_TLS_HANDSHAKE_TIMEOUT' | 'ERR_SSL_EXCESSIVE_MESSAGE_SIZE' | 'ECONNRESET'

  constructor(code: FailedHandshakeError['code']) {
    super('The TLS handshake does not begin')
    this.code = code
  }
}

const ignore = () => undefined

/** A handshake begins in the ticks after `begin`, so the next one waits for these. */
function inTurns(begin: Open, turnMs: number): Open {
  const waiting: Socket[] = []
  let isBusy = false

  function beginSome(): void {
    const until = performance.now() + turnMs
    const beginNext = () => {
      const next = waiting.shift()
      if (next === undefined) {
        isBusy = false
        return
      }
      if (!next.destroyed) begin(next)
      if (performance.now() < until) process.nextTick(beginNext)
      else setImmediate(beginSome)
    }
    beginNext()
  }

  return (socket) => {
    waiting.push(socket)
    if (isBusy) return
    isBusy = true
    setImmediate(beginSome)
  }
}
