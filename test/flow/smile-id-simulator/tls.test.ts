import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:https'
import { describe, type TestContext, test } from 'node:test'
import {
  type CertifiedKey,
  certifyExpiredServer,
  certifyServer,
  certifyWrongHost,
  makeAuthority,
} from '../../support/tls.ts'
import { openWorld } from './integrator.ts'

const authority = await makeAuthority()

/** Status of the catalogue, asked for by somebody who trusts `trusted` alone. */
async function askOverTls(t: TestContext, tls: CertifiedKey, trusted = authority) {
  const { simulator } = await openWorld(t, { tls })
  assert.match(simulator.baseUrl, /^https:\/\/127\.0\.0\.1:\d+\/v1$/)
  const call = request(`${simulator.baseUrl}/services`, { ca: trusted.cert, agent: false })
  call.end()
  const [response] = await once(call, 'response')
  response.resume()
  return response.statusCode
}

describe('A certificate of the test authority', () => {
  test('is accepted by who trusts that authority', async (t) => {
    assert.equal(await askOverTls(t, await certifyServer(authority)), 200)
  })

  test('is refused by who trusts another one', async (t) => {
    const call = askOverTls(t, await certifyServer(authority), await makeAuthority())
    await assert.rejects(call, { code: /UNABLE_TO_VERIFY|SIGNATURE_FAILURE|SELF_SIGNED/ })
  })

  test('is refused after its end', async (t) => {
    const call = askOverTls(t, await certifyExpiredServer(authority))
    await assert.rejects(call, { code: 'CERT_HAS_EXPIRED' })
  })

  test('is refused for another host', async (t) => {
    const call = askOverTls(t, await certifyWrongHost(authority))
    await assert.rejects(call, { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  })
})
