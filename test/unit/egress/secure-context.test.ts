import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { connect } from 'node:tls'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import { secureContext } from '../../../server/egress/secure-context.ts'
import { makeAuthority } from '../../support/tls.ts'

/** The suites of TLS 1.2 in which the server makes up the group (RFC 5246, 5288, 6655, 7905). */
const dheSuites = [
  0x0033, 0x0039, 0x0067, 0x006b, 0x009e, 0x009f, 0xc09e, 0xc09f, 0xc0a2, 0xc0a3, 0xccaa,
]
/** ECDHE with RSA and AES-128-GCM, and TLS 1.3 with the same. */
const usualSuites = [0xc02f, 0x1301]

/** Reads the numbers of the suites in a ClientHello (RFC 8446, section 4.1.2). */
function suitesIn(hello: Buffer): readonly number[] {
  const sessionAt = 5 + 4 + 2 + 32
  const suitesAt = sessionAt + 1 + (hello[sessionAt] ?? 0)
  const bytes = hello.readUInt16BE(suitesAt)
  return Array.from({ length: bytes / 2 }, (_, at) => hello.readUInt16BE(suitesAt + 2 + at * 2))
}

async function suitesOffered(
  t: TestContext,
  context: ReturnType<typeof secureContext>,
): Promise<readonly number[]> {
  const server = createServer()
  const port = await listenLocally(server)
  t.after(() => server.close())
  const caller = connect({ port, host: '127.0.0.1', secureContext: context })
  caller.on('error', () => {})
  const [socket] = (await once(server, 'connection')) as [Socket]
  const [hello] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  caller.destroy()
  return suitesIn(hello)
}

test('outgoing calls offer no key exchange over a group that the other side makes up', async (t) => {
  const { cert, key } = await makeAuthority()
  const authorities = { extraCa: undefined, caSetting: 'SVC_X' }
  for (const context of [
    secureContext(authorities),
    secureContext({ ...authorities, extraCa: cert }),
    secureContext(authorities, { cert, key }),
  ]) {
    const offered = await suitesOffered(t, context)
    for (const suite of usualSuites) assert.ok(offered.includes(suite))
    for (const suite of dheSuites) assert.ok(!offered.includes(suite), suite.toString(16))
  }
})
