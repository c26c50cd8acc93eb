// Slow: takes half a second of processor time and more. api/http-shell/tls.test.ts speaks TLS in the fast lane.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { silentLog } from '../../../server/kernel/log.ts'
import {
  createScoringEngine,
  readScoringCertificate,
} from '../../../server/scoring/create-scoring-engine.ts'
import { TlsFilesError } from '../../../server/settings/tls-files.ts'
import { egressForTests } from '../../support/loopback-fetch.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import {
  type CertifiedKey,
  certifyClient,
  certifyServer,
  certifyWrongHost,
  makeAuthority,
} from '../../support/tls.ts'
import { features, goodAnswer, unavailable, withoutId } from './engine-scene.ts'
import { httpText, startRawEngine } from './raw-engine.ts'

interface Identity {
  readonly server: CertifiedKey
  readonly authority: CertifiedKey
  /** What is shown to the engine, which asks for it where there is one. */
  readonly client?: CertifiedKey
  readonly asksClient?: boolean
}

/** An engine as the settings make it, before one that speaks TLS and notes who asks. */
async function openTlsScene(t: TestContext, { server, authority, client, asksClient }: Identity) {
  const shown: (string | undefined)[] = []
  const raw = await startRawEngine(
    (socket) => {
      const name = (socket as TLSSocket).getPeerCertificate()?.subject?.CN
      shown.push(Array.isArray(name) ? name[0] : name)
      socket.write(httpText(JSON.stringify(goodAnswer)))
    },
    { ...server, requestCert: asksClient === true, ca: [authority.cert] },
  )
  t.after(() => raw.close())
  const fileWith = fileWriter(t)
  const scoring = {
    url: raw.url.href,
    timeoutMs: 5_000,
    caFile: fileWith('ca.pem', authority.cert),
    clientCertificate: client && {
      certFile: fileWith('client.pem', client.cert),
      keyFile: fileWith('client.key', client.key),
    },
  }
  const egress = egressForTests()
  const needs = { clock: new ManualClock(), log: silentLog, egress, onCall: () => () => {} }
  const loaded = { config: { scoring }, secrets: { scoringToken: 't' } }
  const certificate = await readScoringCertificate(scoring)
  const engine = createScoringEngine({ ...needs, ...loaded }, certificate)
  t.after(() => engine?.close())
  return {
    shown,
    async score() {
      const reply = await engine?.score(features)
      return reply && withoutId(reply)
    },
  }
}

function fileWriter(t: TestContext) {
  const folder = tempFolder(t)
  return (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
}

describe('an engine behind TLS', () => {
  test('is believed by the authority that the settings name', async (t) => {
    const authority = await makeAuthority()
    const { score } = await openTlsScene(t, { authority, server: await certifyServer(authority) })
    assert.equal((await score())?.kind, 'scored')
  })

  test('is shown our certificate where it asks for one', async (t) => {
    const authority = await makeAuthority()
    const server = await certifyServer(authority)
    const client = await certifyClient(authority)
    const { score, shown } = await openTlsScene(t, { authority, server, client, asksClient: true })
    assert.equal((await score())?.kind, 'scored')
    assert.deepEqual(shown, ['client'])
  })

  test('that asks for a certificate is not reached without one', async (t) => {
    const authority = await makeAuthority()
    const server = await certifyServer(authority)
    const { score, shown } = await openTlsScene(t, { authority, server, asksClient: true })
    assert.deepEqual(await score(), unavailable('network'))
    assert.deepEqual(shown, [])
  })

  test('is not believed, and sent nothing, where it is of another host or authority', async (t) => {
    const authority = await makeAuthority()
    const elsewhere = await openTlsScene(t, {
      authority,
      server: await certifyWrongHost(authority),
    })
    const otherServer = await certifyServer(await makeAuthority())
    const unknown = await openTlsScene(t, { authority, server: otherServer })
    for (const { score, shown } of [elsewhere, unknown]) {
      assert.deepEqual(await score(), unavailable('network'))
      assert.deepEqual(shown, [])
    }
  })

  test('is checked whatever the environment says', async (t) => {
    const authority = await makeAuthority()
    const otherServer = await certifyServer(await makeAuthority())
    const { score, shown } = await openTlsScene(t, { authority, server: otherServer })
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    t.after(() => {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    })
    assert.deepEqual(await score(), unavailable('network'))
    assert.deepEqual(shown, [])
  })

  test('is not even dialled with a key that is not the certificate’s: the start says so', async (t) => {
    const authority = await makeAuthority()
    const [one, other] = [await certifyClient(authority), await certifyClient(authority)]
    const server = await certifyServer(authority)
    const client = { cert: one.cert, key: other.key }
    await assert.rejects(openTlsScene(t, { authority, server, client }), (error) => {
      assert.ok(error instanceof TlsFilesError)
      assert.match(error.message, /^SVC_SCORING_CLIENT_KEY_FILE names .* is not the key of/)
      return true
    })
  })
})
