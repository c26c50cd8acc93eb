import assert from 'node:assert/strict'
import { request } from 'node:https'
import { describe, test } from 'node:test'
import { type CertifiedKey, certifyServer, makeAuthority } from '../../support/tls.ts'
import { openWorld } from './sender.ts'

/** The status, or the code of the error that came instead. */
function postTls(url: string, authority: CertifiedKey): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', ca: authority.cert }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    sent.end('{}')
  })
}

describe('the place of the webhook receiver', () => {
  test('is a free port of this machine, or the one that is asked for', async (t) => {
    const { receiver } = await openWorld(t)
    assert.equal(receiver.url, `http://127.0.0.1:${receiver.port}`)
    await receiver.close()
    const again = await openWorld(t, { port: receiver.port })
    assert.equal(again.receiver.port, receiver.port)
  })

  test('is refused when somebody else has it', async (t) => {
    const { receiver } = await openWorld(t)
    await assert.rejects(openWorld(t, { port: receiver.port }), { code: 'EADDRINUSE' })
  })

  test('speaks TLS when it is given a key, and cuts connections there, too', async (t) => {
    const authority = await makeAuthority()
    const { receiver } = await openWorld(t, { tls: await certifyServer(authority) })
    assert.match(receiver.url, /^https:/)
    assert.equal(await postTls(`${receiver.url}/`, authority), 401)
    assert.equal(await postTls(`${receiver.url}/reset`, authority), 'ECONNRESET')
  })
})
