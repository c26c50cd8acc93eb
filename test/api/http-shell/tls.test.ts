// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { connect as dialPlain } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { type ConnectionOptions, connect, connect as dialTls, type TLSSocket } from 'node:tls'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import { logTlsFailures, tlsFailureLines } from '../../../server/http/connections/tls-failures.ts'
import { readTlsFiles, TlsFilesError } from '../../../server/settings/tls-files.ts'
import { captureLog } from '../../support/captured-log.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { type CertifiedKey, certifyServer, makeAuthority } from '../../support/tls.ts'
import { hearAll, sayRaw } from './client.ts'
import { route, type Shell, startShell } from './shell.ts'

describe('TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'http-shell-tls-'))
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  const readTls = () => readTlsFiles(files)
  let authority: CertifiedKey
  let shell: Shell
  const install = ({ cert, key }: CertifiedKey) => {
    writeFileSync(files.certFile, cert)
    writeFileSync(files.keyFile, key)
  }
  before(async () => {
    authority = await makeAuthority()
    install(await certifyServer(authority))
    shell = await startShell([], { listen: { readTls } })
  })
  after(async () => {
    await shell.close()
    rmSync(folder, { recursive: true })
  })

  const dial = (options: ConnectionOptions = {}): Promise<TLSSocket> =>
    new Promise((resolve, reject) => {
      const server = { port: shell.port, host: '127.0.0.1', ca: authority.cert }
      const socket = connect({ ...server, ...options }, () => resolve(socket))
      socket.once('error', reject)
    })
  const certificate = async () => {
    const socket = await dial()
    const { fingerprint256 } = socket.getPeerCertificate()
    socket.destroy()
    return fingerprint256
  }

  test('serves https, says so in its URL, and tells browsers to stay with it', async () => {
    assert.equal(shell.url, `https://127.0.0.1:${shell.port}`)
    const socket = await dial()
    socket.write('GET /v1/nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    const answer = await hearAll(socket)
    assert.match(answer, /^HTTP\/1\.1 404 /)
    assert.match(answer, /\r\nStrict-Transport-Security: max-age=63072000\r\n/)
  })

  test('refuses garbage in the envelope, with HSTS', async () => {
    const socket = await dial()
    socket.write('garbage\r\n\r\n')
    const answer = await hearAll(socket)
    assert.match(answer, /^HTTP\/1\.1 400 .*Strict-Transport-Security.*"invalid_request"/s)
  })

  test('refuses versions before 1.2', async () => {
    const old: ConnectionOptions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }
    await assert.rejects(dial({ ...old, ciphers: 'DEFAULT@SECLEVEL=0' }))
    const socket = await dial({ maxVersion: 'TLSv1.2' })
    assert.equal(socket.getProtocol(), 'TLSv1.2')
    socket.destroy()
  })

  test('does not answer plain http', async () => {
    await assert.rejects(sayRaw(shell.port, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'))
  })

  test('takes a renewed certificate without a pause, keeping connections', async () => {
    const before = await certificate()
    const standing = await dial()
    install(await certifyServer(authority))
    assert.equal(await certificate(), before)
    await shell.reloadTls()
    assert.notEqual(await certificate(), before)
    standing.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    assert.match(await hearAll(standing), /^HTTP\/1\.1 200 /)
  })

  const spoiled: readonly (readonly [what: string, spoil: () => Promise<void> | void])[] = [
    ['garbage', () => writeFileSync(files.certFile, 'garbage')],
    [
      'a key of another certificate',
      async () => writeFileSync(files.keyFile, (await certifyServer(authority)).key),
    ],
    ['gone', () => rmSync(files.certFile)],
  ]
  for (const [what, spoil] of spoiled) {
    test(`keeps the old certificate when the new files are ${what}, and says so`, async () => {
      install(await certifyServer(authority))
      await shell.reloadTls()
      const before = await certificate()
      await spoil()
      shell.logged.length = 0
      await shell.reloadTls()
      assert.equal(await certificate(), before)
      assert.deepEqual(
        shell.logged.map(({ event }) => event).filter((event) => event !== 'tls_handshake_failed'),
        ['tls_reload_failed'],
      )
      const failed = shell.logged.find(({ event }) => event === 'tls_reload_failed')
      assert.match(String(failed?.reason), /^kept the old: SVC_TLS_(?:CERT|KEY)_FILE names /)
    })
  }

  const wrong: readonly (readonly [
    what: string,
    spoil: () => Promise<void> | void,
    said: RegExp,
  ])[] = [
    [
      'no certificate',
      () => writeFileSync(files.certFile, 'garbage'),
      /^SVC_TLS_CERT_FILE names .*cert\.pem, which holds no certificate/,
    ],
    [
      'no key',
      () => writeFileSync(files.keyFile, 'garbage'),
      /^SVC_TLS_KEY_FILE names .*key\.pem, which holds no private key/,
    ],
    [
      'a key under a passphrase',
      () => {
        const cipher = {
          cipher: 'aes-256-cbc',
          passphrase: 'p',
          format: 'pem',
          type: 'pkcs8',
        } as const
        const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
        writeFileSync(files.keyFile, privateKey.export(cipher))
      },
      /^SVC_TLS_KEY_FILE names .*protected by a passphrase/,
    ],
    [
      'two that do not belong together',
      async () => writeFileSync(files.keyFile, (await certifyServer(authority)).key),
      /^SVC_TLS_KEY_FILE names .*not the key of the certificate.*SVC_TLS_CERT_FILE.*Use matching files/,
    ],
    [
      'a certificate that is gone',
      () => rmSync(files.certFile),
      /^SVC_TLS_CERT_FILE names .*cannot be read/,
    ],
  ]
  for (const [what, spoil, said] of wrong) {
    test(`does not start with ${what}, and names the setting to mend`, async () => {
      install(await certifyServer(authority))
      await spoil()
      await assert.rejects(startShell([], { listen: { readTls } }), (error) => {
        assert.ok(error instanceof TlsFilesError)
        assert.match(error.message, said)
        return true
      })
    })
  }
})

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
