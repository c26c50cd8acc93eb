import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { createSecureContext, TLSSocket } from 'node:tls'
import { listenLocally } from '../../scripts/bench/listen-locally.ts'
import { openPool } from '../../server/db/postgres/connection-pool.ts'
import { databaseAddressOf } from '../../server/db/postgres/database-address.ts'
import { tempFolder } from '../support/temp-folder.ts'
import {
  type CertifiedKey,
  certifyExpiredServer,
  certifyServer,
  certifyWrongHost,
  makeAuthority,
} from '../support/tls.ts'

/** Of the message by which a client of PostgreSQL asks for TLS. */
const requestBytes = 8

/** Takes the place of a PostgreSQL server; `told` is what it was told beyond the request for TLS. */
async function startServer(t: TestContext, certificate: CertifiedKey | undefined) {
  const told: string[] = []
  const hear = (socket: Socket) =>
    socket
      .on('error', () => undefined)
      .on('data', (bytes) => {
        told.push(bytes.toString('latin1'))
        socket.destroy()
      })
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (first) => {
      assert.equal(first.length, requestBytes)
      socket.write(certificate === undefined ? 'N' : 'S')
      if (certificate === undefined) hear(socket)
      else {
        const secureContext = createSecureContext(certificate)
        hear(new TLSSocket(socket, { isServer: true, secureContext }))
      }
    })
  })
  const port = await listenLocally(server)
  t.after(() => server.close())
  return { port, told }
}

describe('a connection to PostgreSQL with sslmode=verify-full', () => {
  async function toldTo(
    t: TestContext,
    certificate: CertifiedKey | undefined,
    trusted: CertifiedKey,
  ): Promise<readonly string[]> {
    const { port, told } = await startServer(t, certificate)
    const caFile = join(tempFolder(t), 'ca.pem')
    writeFileSync(caFile, trusted.cert)
    const address = databaseAddressOf(
      `postgres://svc:a-password@localhost:${port}/svc?sslmode=verify-full`,
    )
    const limits = { connectionsMax: 1, statementTimeoutMs: 1_000 }
    const pool = openPool({ address, caFile, name: 'svc test', ...limits })
    t.after(() => pool.end())
    await assert.rejects(pool.check())
    return told
  }

  test('begins where the authority is the one of the settings', async (t) => {
    const authority = await makeAuthority()
    const [message = ''] = await toldTo(t, await certifyServer(authority), authority)
    assert.match(message, /user\0svc\0/)
  })

  const refused = {
    'of another authority': async () => certifyServer(await makeAuthority()),
    'of another host': certifyWrongHost,
    'that has expired': certifyExpiredServer,
  }
  for (const [what, certify] of Object.entries(refused)) {
    test(`tells nothing to a server with a certificate ${what}`, async (t) => {
      const authority = await makeAuthority()
      assert.deepEqual(await toldTo(t, await certify(authority), authority), [])
    })
  }

  test('tells nothing to a server without TLS', async (t) => {
    assert.deepEqual(await toldTo(t, undefined, await makeAuthority()), [])
  })
})
