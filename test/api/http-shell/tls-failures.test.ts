// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { connect as dialPlain } from 'node:net'
import { type TestContext, test } from 'node:test'
import { connect as dialTls } from 'node:tls'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import { logTlsFailures, tlsFailureLines } from '../../../server/http/tls-failures.ts'
import { readTlsFiles } from '../../../server/settings/tls-files.ts'
import { captureLog } from '../../support/captured-log.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { certifyServer, makeAuthority } from '../../support/tls.ts'
import { route, startShell } from './shell.ts'

const event = 'tls_handshake_failed'

async function open(t: TestContext) {
  const clock = new ManualClock()
  const captured = captureLog(clock)
  const server = createServer(await certifyServer(await makeAuthority()))
  logTlsFailures({ clock, log: captured.log }, server)
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  const port = await listenLocally(server)
  t.after(() => server.close())
  return {
    clock,
    port,
    lines: () => captured.of(event),
    /** Resolves once the server has heard of it. */
    async fail(how: (port: number) => void) {
      const heard = once(server, 'tlsClientError')
      how(port)
      await heard
    },
  }
}

function sayPlainly(port: number): void {
  const socket = dialPlain(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.end('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
}

function leave(port: number): void {
  const socket = dialPlain(port, '127.0.0.1', () => socket.end())
  socket.resume()
}

function speakOld(port: number): void {
  const versions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const
  dialTls({ port, host: '127.0.0.1', ...versions, ciphers: 'DEFAULT@SECLEVEL=0' }).on(
    'error',
    () => undefined,
  )
}

const failures: readonly (readonly [what: string, how: (port: number) => void, code: string])[] = [
  ['of an old version', speakOld, 'ERR_SSL_UNSUPPORTED_PROTOCOL'],
  ['that speaks plain http', sayPlainly, 'ERR_SSL_HTTP_REQUEST'],
  ['that leaves without a word', leave, 'ECONNRESET'],
]
for (const [what, how, code] of failures) {
  test(`a client ${what} leaves one line, with its address and a code`, async (t) => {
    const { fail, lines, clock } = await open(t)
    await fail(how)
    const time = new Date(clock.now()).toISOString()
    assert.deepEqual(lines(), [{ level: 'warn', time, event, client_address: '127.0.0.1', code }])
  })
}

test('endless failures are a few lines a minute, and the next line counts those that were not logged', async (t) => {
  const { fail, lines, clock } = await open(t)
  const { ofNetwork } = tlsFailureLines
  for (let time = 0; time < ofNetwork + 5; time += 1) await fail(sayPlainly)
  assert.equal(lines().length, ofNetwork)
  clock.advance(60_000)
  await fail(sayPlainly)
  await fail(sayPlainly)
  const counts = lines().map(({ count }) => count)
  assert.deepEqual(counts, [...Array(ofNetwork).fill(undefined), 5, undefined])
})

test('the listening server logs them', async (t) => {
  const folder = tempFolder(t)
  const files = { certFile: `${folder}/cert.pem`, keyFile: `${folder}/key.pem` }
  const { cert, key } = await certifyServer(await makeAuthority())
  writeFileSync(files.certFile, cert)
  writeFileSync(files.keyFile, key)
  const things = route('GET', '/things', async () => ({ status: 200, data: [] }))
  const shell = await startShell([things], { listen: { readTls: () => readTlsFiles(files) } })
  t.after(() => shell.close())
  const socket = dialPlain(shell.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\n\r\n')
  socket.resume()
  await once(socket, 'close')
  const told = shell.logged.filter((line) => line.event === event)
  assert.deepEqual(
    told.map(({ code }) => code),
    ['ERR_SSL_HTTP_REQUEST'],
  )
})
