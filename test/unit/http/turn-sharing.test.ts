import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { connect as dialTls } from 'node:tls'
import { createTurnSharing } from '../../../server/http/connections/turn-sharing.ts'
import { turnOfLoop } from '../../../server/kernel/turn-of-loop.ts'
import { dial } from '../../api/http-shell/client.ts'
import { type CertifiedKey, certifyServer, makeAuthority } from '../../support/tls.ts'
import { until } from '../../support/turns.ts'

const anyMs = { ms: Number.POSITIVE_INFINITY, fewPieces: 0 }
const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

/** Reads at most `pieces` in a turn, however long they take. */
async function startServer(
  t: TestContext,
  limits: { pieces: number; resumed: number },
  tls?: CertifiedKey,
) {
  const turns = createTurnSharing({ ...anyMs, ...limits })
  /** For each request its connection and its turn. */
  const taken: { readonly port: number | undefined; readonly turn: number }[] = []
  const answer: RequestListener = (incoming, response) => {
    turns.note(incoming.socket)
    taken.push({ port: incoming.socket.remotePort, turn: turnOfLoop() })
    response.end()
  }
  const server = tls ? createTlsServer(tls, answer) : createServer(answer)
  server.on(tls ? 'secureConnection' : 'connection', turns.add)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets: Socket[] = []
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    taken,
    async connect(count: number): Promise<readonly Socket[]> {
      for (let index = 0; index < count; index += 1) {
        const socket = await (tls ? dialOverTls(port) : dial(port))
        socket.resume()
        sockets.push(socket)
      }
      return sockets.slice(-count)
    },
  }
}

async function dialOverTls(port: number): Promise<Socket> {
  // The certificate is not what is tested.
  const socket = dialTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  return socket
}

/** How many requests each turn took. */
function counts(taken: readonly { readonly turn: number }[]): readonly number[] {
  const byTurn = Map.groupBy(taken, ({ turn }) => turn)
  return [...byTurn.values()].map(({ length }) => length)
}

test('what many clients send at once is read in several turns, and every client is answered', async (t) => {
  const { taken, connect } = await startServer(t, { pieces: 4, resumed: 3 })
  for (const socket of await connect(40)) socket.write(request)
  await until(() => taken.length === 40)
  assert.ok(Math.max(...counts(taken)) <= 5)
  assert.equal(new Set(taken.map(({ port }) => port)).size, 40)
})

test('so is what they send over TLS', async (t) => {
  const tls = await certifyServer(await makeAuthority())
  const { taken, connect } = await startServer(t, { pieces: 4, resumed: 3 }, tls)
  const sockets = await connect(20)
  // The server knows a connection from the end of its handshake on.
  for (const socket of sockets) socket.write(request)
  await until(() => taken.length === 20)
  for (const socket of sockets) socket.write(request)
  await until(() => taken.length === 40)
  assert.ok(Math.max(...counts(taken.slice(20))) <= 5)
})

test('nobody waits while a turn brings no more than it may take', async () => {
  const turns = createTurnSharing({ ...anyMs, pieces: 4, resumed: 3 })
  const sockets = Array.from({ length: 4 }, () => new PassThrough().resume())
  for (const socket of sockets) turns.add(socket)
  const held = sockets[3]?.pause()
  const noteAll = () => {
    for (const socket of sockets) turns.note(socket)
  }
  const read = () => sockets.filter((socket) => !socket.isPaused()).length
  noteAll()
  assert.equal(read(), 3)
  await turnOfTheLoop()
  noteAll()
  assert.equal(read(), 3)
  noteAll()
  assert.equal(read(), 0)
  await turnOfTheLoop()
  assert.equal(read(), 3)
  // Whoever reads its body has paused it, and goes on when it likes.
  assert.equal(held?.isPaused(), true)
})

test('a turn that has taken long enough reads no more', async () => {
  const turns = createTurnSharing({
    ms: 0,
    fewPieces: 0,
    pieces: Number.POSITIVE_INFINITY,
    resumed: 1,
  })
  const [one, other] = [new PassThrough().resume(), new PassThrough().resume()]
  turns.add(one)
  turns.add(other)
  turns.note(one)
  assert.deepEqual([one.isPaused(), other.isPaused()], [false, false])
  while (!other.isPaused()) turns.note(one)
  assert.equal(one.isPaused(), true)
  await until(() => !one.isPaused() && !other.isPaused())
})

test('a client that always has more to say waits for the others', async (t) => {
  const { taken, connect } = await startServer(t, { pieces: 2, resumed: 4 })
  const eager = (await connect(4)).map((socket) => {
    socket.on('data', () => socket.write(request))
    socket.write(request)
    return socket.localPort
  })
  await until(() => taken.length > 20)
  const others = await connect(12)
  const from = taken.length
  for (const socket of others) socket.write(request)
  const isEager = ({ port }: { readonly port: number | undefined }) => eager.includes(Number(port))
  await until(() => taken.slice(from).filter((one) => !isEager(one)).length === 12)
  // Each of the eager ones may have its turn once a round.
  assert.ok(taken.slice(from).filter(isEager).length <= 40)
})

test('new clients do not keep those who wait from their turn', async () => {
  const turns = createTurnSharing({ ...anyMs, pieces: 2, resumed: 2 })
  const sockets = Array.from({ length: 6 }, () => new PassThrough().resume())
  for (const socket of sockets) turns.add(socket)
  const read = new Set<PassThrough>()
  for (let turn = 0; turn < 12; turn += 1) {
    const newcomer = new PassThrough().resume()
    turns.add(newcomer)
    await turnOfTheLoop()
    // The system tells of the newest first.
    for (const socket of [newcomer, ...sockets]) {
      if (socket.isPaused()) continue
      read.add(socket)
      for (let piece = 0; piece < 3; piece += 1) turns.note(socket)
    }
    newcomer.destroy()
  }
  assert.ok(sockets.every((socket) => read.has(socket)))
})

test('Node does not go on reading a client that waits when a request of it is complete', async (t) => {
  const turns = createTurnSharing({ ...anyMs, pieces: 2, resumed: 1 })
  const arePaused: boolean[] = []
  const server = createServer(({ socket }, response) => {
    turns.note(socket)
    response.end()
    // After the ticks in which Node resumes it, and before the next turn.
    process.nextTick(() => process.nextTick(() => arePaused.push(socket.isPaused())))
  })
  server.on('connection', turns.add)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = (await dial((server.address() as AddressInfo).port)).resume()
  t.after(() => {
    socket.destroy()
    server.close()
  })
  socket.write(request.repeat(3))
  await until(() => arePaused.length === 3)
  assert.deepEqual(arePaused, [true, true, true])
  socket.write(request)
  await until(() => arePaused.length === 4)
})
