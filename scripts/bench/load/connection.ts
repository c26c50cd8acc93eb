// One keep-alive connection of the load generator: writes a raw request and finds the end of its answer. Parses no
// more of HTTP than that needs, so that the generator costs little beside the server on a machine with two cores.

import { connect, type Socket } from 'node:net'

const headEnd = Buffer.from('\r\n\r\n')
const chunksEnd = Buffer.from('0\r\n\r\n')

export interface LoadConnection {
  /** Sends one request; the connection must be free. */
  send(request: Buffer): void
  close(): void
}

/** Calls `on.answer` with the status of every complete answer, and `on.broken` if the connection breaks. */
export function openConnectionTo(
  port: number,
  on: { readonly answer: (status: number) => void; readonly broken: (error: Error) => void },
): Promise<LoadConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let isClosing = false
  let received: Buffer | undefined
  socket.on('data', (chunk) => {
    received = received === undefined ? chunk : Buffer.concat([received, chunk])
    if (!isWhole(received)) return
    const status = Number(received.toString('latin1', 9, 12))
    received = undefined
    on.answer(status)
  })
  socket.on('close', () => {
    if (!isClosing) on.broken(new Error('the server closed a connection'))
  })
  const connection: LoadConnection = {
    send: (request) => {
      socket.write(request)
    },
    close() {
      isClosing = true
      socket.destroy()
    },
  }
  return opened(socket, connection)
}

function opened(socket: Socket, connection: LoadConnection): Promise<LoadConnection> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('connect', () => resolve(connection))
  })
}

function isWhole(received: Buffer): boolean {
  const end = received.indexOf(headEnd)
  if (end < 0) return false
  const head = received.toString('latin1', 0, end).toLowerCase()
  const at = head.indexOf('\ncontent-length:')
  if (at >= 0) return received.length >= end + 4 + Number.parseInt(head.slice(at + 16), 10)
  if (!head.includes('\ntransfer-encoding: chunked')) return true
  return received.subarray(-chunksEnd.length).equals(chunksEnd)
}
