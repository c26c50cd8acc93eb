// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { type TestContext, test } from 'node:test'
import { connect as dialTls } from 'node:tls'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import { gateHandshakes } from '../../../server/http/connections/tls-gate.ts'
import { turnOfLoop } from '../../../server/kernel/turn-of-loop.ts'
import { type CertifiedKey, certifyServer, makeAuthority } from '../../support/tls.ts'
import { until } from '../../support/turns.ts'
import { dial, hearAll } from './client.ts'
import { startShell } from './shell.ts'

async function startTls(t: TestContext, headerTimeoutMs = 60_000) {
  const authority = await makeAuthority()
  const { cert, key } = await certifyServer(authority)
  const material = {
    cert: Buffer.from(cert),
    key: Buffer.from(key),
    minVersion: 'TLSv1.2',
  } as const
  const shell = await startShell([], { listen: { readTls: async () => material, headerTimeoutMs } })
  t.after(() => shell.close())
  const codes = () =>
    shell.logged.filter(({ event }) => event === 'tls_handshake_failed').map(({ code }) => code)
  return { authority, shell, codes }
}

async function ask(port: number, { cert }: CertifiedKey): Promise<string> {
  const socket = dialTls({ port, host: '127.0.0.1', ca: cert })
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  return hearAll(socket)
}

test('clients that begin their handshakes at once get them one after the other, in turns of the event loop', async (t) => {
  const server = createServer()
  const turns: number[] = []
  server.removeAllListeners('connection')
  server.on('connection', () => turns.push(turnOfLoop()))
  gateHandshakes(server, 60_000, 0)
  const port = await listenLocally(server)
  const sockets = await Promise.all(Array.from({ length: 20 }, () => dial(port)))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  for (const socket of sockets) socket.write('hello')
  await until(() => turns.length === sockets.length)
  assert.equal(new Set(turns).size, sockets.length)
})

test('many clients at once are all served', async (t) => {
  const { authority, shell } = await startTls(t)
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(shell.port, authority)))
  for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 200 /)
})

test('a client that leaves without a word leaves a line, and one that breaks off does no harm', async (t) => {
  const { authority, shell, codes } = await startTls(t)
  const left = (await dial(shell.port)).end()
  await once(left.resume(), 'close')
  await until(() => codes().length === 1)
  assert.deepEqual(codes(), ['ECONNRESET'])
  const broken = await dial(shell.port)
  broken.write('hello')
  broken.resetAndDestroy()
  assert.match(await ask(shell.port, authority), /^HTTP\/1\.1 200 /)
})

test('a client that sends more than a greeting before it is answered is cut off, with a line', async (t) => {
  const { authority, shell, codes } = await startTls(t)
  const talkative = await dial(shell.port)
  const ended = hearAll(talkative)
  // The head of a record of 16 KB, whose greeting is longer than that.
  const record = Buffer.from([0x16, 3, 1, 0x40, 0, 1, 0, 0xff, 0xff])
  talkative.write(Buffer.concat([record, Buffer.alloc(60_000)]))
  await until(() => codes().length === 1)
  assert.deepEqual(codes(), ['ERR_SSL_EXCESSIVE_MESSAGE_SIZE'])
  await ended
  assert.match(await ask(shell.port, authority), /^HTTP\/1\.1 200 /)
})

test('a client that says nothing is cut off, with a line', async (t) => {
  const { shell, codes } = await startTls(t, 20)
  const silent = await dial(shell.port)
  assert.equal(await hearAll(silent), '')
  assert.deepEqual(codes(), ['ERR_TLS_HANDSHAKE_TIMEOUT'])
})
