// Slow: takes half a second of processor time and more. api/http-shell/tls.test.ts speaks TLS in the fast lane.

import assert from 'node:assert/strict'
import { before, describe, type TestContext, test } from 'node:test'
import { thank } from '../../support/servers/webhook-receiver.ts'
import {
  type CertifiedKey,
  certifyClient,
  certifyExpiredServer,
  certifyServer,
  certifyWrongHost,
  makeAuthority,
} from '../../support/tls.ts'
import { until } from '../../support/turns.ts'
import { connectionIsFree, openReceiver, openSending } from './sending.ts'

describe('over TLS', () => {
  let authority: CertifiedKey
  let server: CertifiedKey
  before(async () => {
    authority = await makeAuthority()
    server = await certifyServer(authority)
  })
  const open = async (t: TestContext, timeoutMs = 5_000) =>
    openSending(t, { allowLoopback: true, extraCa: authority.cert, timeoutMs })

  test('a receiver is reached by its name and by its address', async (t) => {
    const receiver = await openReceiver(t, thank, { tls: server })
    const { outcomeOf } = await open(t)
    assert.equal(await outcomeOf(receiver.url), 200)
    assert.equal(await outcomeOf(`https://127.0.0.1:${receiver.port}/`), 200)
  })

  const untrusted: Readonly<Record<string, () => Promise<CertifiedKey>>> = {
    'by an authority that nobody knows': async () => certifyServer(await makeAuthority()),
    'by itself': () => makeAuthority(),
    'until yesterday': () => certifyExpiredServer(authority),
    'for another host': () => certifyWrongHost(authority),
  }
  for (const [name, certify] of Object.entries(untrusted)) {
    test(`a receiver that is vouched for ${name} gets nothing`, async (t) => {
      const receiver = await openReceiver(t, thank, { tls: await certify() })
      const { outcomeOf } = await open(t)
      assert.equal(await outcomeOf(receiver.url), 'tls_failed')
      assert.equal(receiver.requests.length, 0)
    })
  }

  test('the certificate has to name the host of the URL, not the address behind it', async (t) => {
    const receiver = await openReceiver(t, thank, { tls: await certifyWrongHost(authority) })
    const hosts = ['127.0.0.1 elsewhere.example other.example']
    const options = { allowLoopback: true, extraCa: authority.cert, hosts }
    const { outcomeOf } = await openSending(t, options)
    assert.equal(await outcomeOf(`https://elsewhere.example:${receiver.port}/`), 200)
    assert.equal(await outcomeOf(`https://other.example:${receiver.port}/`), 'tls_failed')
  })

  test('the environment cannot turn verification off', async (t) => {
    const receiver = await openReceiver(t, thank, { tls: await makeAuthority() })
    const { outcomeOf } = await open(t)
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    t.after(() => {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    })
    assert.equal(await outcomeOf(receiver.url), 'tls_failed')
  })

  test('a receiver that speaks less than TLS 1.2 gets nothing', async (t) => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const
    const receiver = await openReceiver(t, thank, { tls: { ...server, ...old } })
    const { outcomeOf } = await open(t)
    assert.equal(await outcomeOf(receiver.url), 'tls_failed')
    assert.equal(receiver.requests.length, 0)
  })

  test('a receiver that does not speak TLS gets nothing', async (t) => {
    const receiver = await openReceiver(t, thank)
    const { outcomeOf } = await open(t, 300)
    assert.match(
      String(await outcomeOf(`https://localhost:${receiver.port}/`)),
      /tls_failed|timeout/,
    )
    assert.equal(receiver.requests.length, 0)
  })

  test('a handshake that never ends ends at the deadline', async (t) => {
    const receiver = await openReceiver(t, () => {})
    const { outcomeOf } = await open(t, 150)
    assert.equal(await outcomeOf(`https://localhost:${receiver.port}/`), 'timeout')
    await receiver.deserted()
  })

  test('a reset in the handshake has failed at TLS', async (t) => {
    const receiver = await openReceiver(t, thank, { tls: { ...server, SNICallback: () => {} } })
    const { outcomeOf } = await open(t, 2_000)
    const sent = outcomeOf(receiver.url)
    await until(() => receiver.connections() === 1)
    await receiver.close()
    assert.equal(await sent, 'tls_failed')
  })

  // With TLS 1.3 a client is done before the server has looked at its certificate.
  const withoutCertificate = { 'TLSv1.2': 'tls_failed', 'TLSv1.3': 'connection_lost' } as const
  for (const [version, refusal] of Object.entries(withoutCertificate)) {
    test(`a client certificate is shown on connections of its own (${version})`, async (t) => {
      const { cert, key } = await certifyClient(authority)
      const client = { clientCertificate: { certificate: cert, privateKey: key } }
      const maxVersion = version === 'TLSv1.2' ? 'TLSv1.2' : 'TLSv1.3'
      const tls = { ...server, ca: authority.cert, requestCert: true, maxVersion } as const
      const receiver = await openReceiver(t, thank, { tls })
      const { outcomeOf } = await open(t)
      assert.equal(await outcomeOf(receiver.url), refusal)
      assert.equal(await outcomeOf(receiver.url, client), 200)
      await connectionIsFree()
      assert.equal(await outcomeOf(receiver.url, { ...client }), 200)
      assert.equal(await outcomeOf(receiver.url), refusal)
      assert.deepEqual([receiver.requests.length, receiver.connections()], [2, 3])
    })
  }

  test('two clients never share a connection, and neither has one once the sender is closed', async (t) => {
    const receiver = await openReceiver(t, thank, {
      tls: { ...server, ca: authority.cert, requestCert: true },
    })
    const { sender, outcomeOf } = await open(t)
    for (const client of await Promise.all([certifyClient(authority), certifyClient(authority)])) {
      const clientCertificate = { certificate: client.cert, privateKey: client.key }
      assert.equal(await outcomeOf(receiver.url, { clientCertificate }), 200)
      await connectionIsFree()
    }
    assert.equal(receiver.connections(), 2)
    await sender.close()
    const { cert, key } = await certifyClient(authority)
    const clientCertificate = { certificate: cert, privateKey: key }
    assert.equal(await outcomeOf(receiver.url, { clientCertificate }), 'aborted')
  })

  test('a client certificate that cannot be used fails that delivery alone', async (t) => {
    const receiver = await openReceiver(t, thank, { tls: server })
    const { outcomeOf } = await open(t)
    const clientCertificate = { certificate: 'none', privateKey: 'none' }
    assert.equal(await outcomeOf(receiver.url, { clientCertificate }), 'tls_failed')
    assert.equal(await outcomeOf(receiver.url), 200)
  })

  test('authorities that are no certificates are refused at the start', async (t) => {
    for (const extraCa of ['garbage', '-----BEGIN CERTIFICATE-----\nAAAA\n']) {
      await assert.rejects(
        openSending(t, { extraCa }),
        /SVC_WEBHOOK_CA_FILE must contain only certificates/,
      )
    }
  })
})
