// Long: starts the demo and other commands in processes of their own.
//
// The server as `npm start`, a release and the container run it: the built program, while other tests run the sources
// in their own process. What a build drops or runs in another order shows here.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { codeOf } from '../../support/scenes/console-scene.ts'
import { createSoftPasskey } from '../../support/soft-passkey.ts'
import { type BuiltServer, openBuiltServer } from './built-server.ts'

describe('the built server', () => {
  let server: BuiltServer
  before(async () => {
    server = await openBuiltServer()
  })
  after(() => server.close())

  test('takes an app and a passkey as second factors, and signs in with each', async () => {
    const client = await server.signIn('administrator')
    const offered = await client.post('/me/totp')
    const secret = String(offered.data.secret)
    const code = codeOf(secret, Date.now())
    assert.equal((await client.post('/me/totp/confirm', { code })).status, 200)
    const passkey = createSoftPasskey(server.origin)
    const asked = await client.post('/me/passkeys/challenge')
    const made = { name: 'Laptop', response: passkey.create(String(asked.data.challenge)) }
    const added = await client.post('/me/passkeys', made)
    assert.equal(added.status, 200, added.text)

    const again = await server.signIn('administrator')
    const { data } = await again.post('/sign-in/passkey-challenge')
    const proof = { method: 'passkey', response: passkey.prove(String(data.challenge)) }
    const proved = await again.post('/sign-in/second-factor', proof)
    assert.equal(proved.status, 200, proved.text)
    assert.equal((await again.get('/me/factors')).status, 200)
  })

  test('reads the images of a live verification, has it scored, and prints its case file', async () => {
    const { id, status, score } = await server.verify()
    assert.equal(status, 'approved')
    assert.ok(score)
    const auditor = await server.signIn('auditor')
    const printed = await auditor.post(`/verifications/${id}/case-file`, { reason: 'audit' })
    assert.match(printed.text, /^%PDF-/)
  })

  test('prints reports in each language, and lists', async () => {
    const lead = await server.signIn('lead')
    for (const language of ['en', 'fr', 'ar']) {
      const printed = await lead.post('/reports/export', { format: 'pdf', language })
      assert.match(printed.text, /^%PDF-/, language)
    }
    const listed = await lead.post('/verifications/export')
    assert.match(listed.headers.get('Content-Type') ?? '', /text\/csv/)
  })

  test('makes a backup, and commands beside it find everything intact', async () => {
    assert.match(await server.svc('backup', 'create'), /rows, \d+ images/)
    assert.match(await server.svc('crypto', 'verify'), /intact/)
    assert.match(await server.svc('audit', 'verify'), /intact/)
  })

  test('logs no error, and writes nothing else beside its log', async () => {
    const { status, out, err } = await server.stop()
    assert.equal(status, 0)
    assert.equal(err, '')
    assert.ok(!out.includes('"level":"error"'), out)
  })
})
