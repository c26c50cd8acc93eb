// Slow: starts an appliance for each test. api/keys/end-of-life.test.ts revokes keys before a request in the fast lane.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { describe, test } from 'node:test'
import type { CallbackRequest } from '../../server/api/api-route.ts'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { inTransaction } from '../../server/db/transaction.ts'
import { findApiKey } from '../../server/keys/find-api-key.ts'
import { scopes } from '../../server/keys/key.ts'
import { listKeys } from '../../server/keys/key-view.ts'
import { revokeKey } from '../../server/keys/revoke-key.ts'
import { deleteSessionsOf } from '../../server/users/session-store.ts'
import { setUserState } from '../../server/users/user-store.ts'
import { startShell } from '../api/http-shell/shell.ts'
import { call } from '../support/api-client.ts'
import { specimenForm } from '../support/images/specimens.ts'
import { awaTeranga } from '../support/person.ts'
import { holdTransaction } from '../support/postgres/held-transaction.ts'
import { type RunningAppliance, startForTest } from '../support/running-appliance.ts'
import { startEnrolled } from '../support/scenes/console-scene.ts'

const wholePage = { limit: 100, after: undefined }

/** Sends the head and the beginning of a body, once the server has asked for it. */
async function beginBody(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<ClientRequest> {
  const length = String(Buffer.byteLength(body))
  const sent = request(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Length': length, Expect: '100-continue' },
  })
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.write(body.slice(0, 1))
  return sent
}

async function endBody(sent: ClientRequest, body: string): Promise<number | undefined> {
  const answered = once(sent, 'response')
  sent.end(body.slice(1))
  const [response] = (await answered) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

describe('whoever holds back the end of a request', () => {
  test('makes no key with one that was revoked meanwhile', async (t) => {
    const scene = await startForTest(t, { withoutProvider: true })
    const { db } = scene.appliance
    const keyText = await scene.key('sandbox', ['keys.manage', 'kyc.read'])
    const before = await listKeys(db.reader, {}, wholePage)
    const key = await findApiKey(scene.appliance, keyText)
    const headers = { Authorization: `Bearer ${keyText}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ name: 'kept', scopes: ['kyc.read'] })
    const held = await beginBody(`${scene.url}/keys`, headers, body)
    await revokeKey(scene.appliance, fromCommandLine, key?.id ?? '')
    scene.clock.advance(5_000)
    assert.equal(await endBody(held, body), 401)
    const after = await listKeys(db.reader, {}, wholePage)
    assert.equal(after.length, before.length)
  })

  test('invites nobody from a session that was ended meanwhile', async (t) => {
    const { scene, id, client } = await startEnrolled(t, 'administrator')
    const headers = {
      Cookie: client.cookie ?? '',
      'svc-csrf': client.csrf,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/json',
    }
    const body = JSON.stringify({ email: 'ally@bank.example', name: 'Ally', role: 'reviewer' })
    const held = await beginBody(`${scene.server.url}/console/api/users`, headers, body)
    await inTransaction(scene.appliance.db, (trx) => deleteSessionsOf(trx, id))
    scene.clock.advance(5_000)
    assert.equal(await endBody(held, body), 401)
    assert.deepEqual(await scene.audited('user.invited'), [])
  })

  test('is admitted again after a form, too', async (t) => {
    let admitted = 0
    const route = {
      audience: 'provider',
      method: 'POST',
      path: '/forms',
      async answer(request: CallbackRequest) {
        return { status: 200, data: Object.fromEntries(await request.form()) } as const
      },
      async admitAgain() {
        admitted += 1
      },
    } as const
    const shell = await startShell([route])
    t.after(() => shell.close())
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    for (const [seconds, times] of [
      [0, 0],
      [2, 1],
    ] as const) {
      const held = await beginBody(`${shell.url}/v1/forms`, headers, 'a=1')
      shell.clock.advance(seconds * 1_000)
      assert.deepEqual([await endBody(held, 'a=1'), admitted], [200, times])
    }
  })

  test('changes no account and makes no key in the moment in which they are disabled', async (t) => {
    const { scene, id, client } = await startEnrolled(t, 'administrator')
    const { db } = scene.appliance
    const other = await scene.add('developer', 'other@bank.example')
    const ally = { email: 'ally@bank.example', name: 'Ally', role: 'developer' }
    const hook = { url: 'https://hooks.example.com/svc', events: ['verification.completed'] }
    const kept = (await client.post('/webhooks', { environment: 'sandbox', ...hook })).data.id
    const goOn = await holdTransaction(
      (work) => inTransaction(db, work),
      (trx) => setUserState(trx, id, 'disabled'),
    )
    const made = Promise.all([
      client.post('/users', ally),
      client.post('/users', { ...ally, role: 'administrator' }),
      client.post(`/users/${other.id}/link`),
      client.send('PATCH', `/users/${other.id}`, { json: { role: 'auditor' } }),
      client.post('/keys', { name: 'kept', environment: 'sandbox', scopes: ['kyc.read'] }),
      client.post('/webhooks', { environment: 'sandbox', ...hook }),
      client.post(`/webhooks/${kept}/rotate-secret`),
      client.send('PATCH', `/webhooks/${kept}`, { json: { url: 'https://thief.example/' } }),
      client.send('DELETE', `/webhooks/${kept}`),
    ])
    // Answered after the others have been admitted, since all came over HTTP in this order.
    assert.equal((await client.get('/me')).status, 200)
    await goOn()
    assert.deepEqual(
      (await made).map(({ status }) => status),
      Array(9).fill(401),
    )
    assert.deepEqual(await scene.audited('user.invited'), [])
    const keys = await listKeys(db.reader, {}, wholePage)
    assert.equal(
      keys.some(({ name }) => name === 'kept'),
      false,
    )
  })

  test('is served all the same who was only slow', async (t) => {
    const scene = await startForTest(t, { withoutProvider: true })
    const keyText = await scene.key('sandbox', ['keys.manage', 'kyc.read'])
    const headers = { Authorization: `Bearer ${keyText}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ name: 'late', scopes: ['kyc.read'] })
    const held = await beginBody(`${scene.url}/keys`, headers, body)
    scene.clock.advance(5_000)
    assert.equal(await endBody(held, body), 201)
  })
})

describe('a request with a key that is revoked in the same moment', () => {
  /** The request is let in, and its transaction comes after the one that revokes its key. */
  async function sendAtRevocation(
    scene: RunningAppliance,
    keyText: string,
    send: () => Promise<{ readonly status: number }>,
  ): Promise<number> {
    const { appliance, url } = scene
    const key = await findApiKey(appliance, keyText)
    const goOn = await holdTransaction((work) => inTransaction(appliance.db, work))
    const revoked = revokeKey(appliance, fromCommandLine, key?.id ?? '', { withChildren: true })
    const sent = send()
    // Answered after the other has been admitted, since both came over HTTP in this order.
    await call(`${url}/keys`, { key: keyText })
    await goOn()
    await revoked
    return (await sent).status
  }
  const webhook = { url: 'https://hooks.example.com/svc', events: ['verification.completed'] }
  const writes: Readonly<Record<string, readonly [method: string, path: string, json?: object]>> = {
    'makes no key': ['POST', '/keys', { name: 'kept', scopes: ['kyc.read'] }],
    'makes no verification': ['POST', '/kyc/sandbox/verify', awaTeranga],
    'registers no webhook': ['POST', '/webhooks', { ...webhook, description: 'other' }],
    'changes no webhook': ['PATCH', '/webhooks/ID', { url: 'https://thief.example/' }],
    'deletes no webhook': ['DELETE', '/webhooks/ID'],
    'rotates no secret': ['POST', '/webhooks/ID/rotate-secret', { effective_in_seconds: 0 }],
  }
  for (const [what, [method, path, json]] of Object.entries(writes)) {
    for (const headers of [{}, { 'Idempotency-Key': 'one' }]) {
      test(`${what}, ${'Idempotency-Key' in headers ? 'with' : 'without'} an Idempotency-Key`, async (t) => {
        const scene = await startForTest(t, { withoutProvider: true })
        const key = await scene.key('sandbox', scopes)
        const { data } = await call(`${scene.url}/webhooks`, { key, json: webhook })
        const url = `${scene.url}${path.replace('ID', String(data.id))}`
        const before = await storedBy(scene)
        const send = () => call(url, { method, key, json, headers })
        assert.equal(await sendAtRevocation(scene, key, send), 401)
        assert.deepEqual(await storedBy(scene), before)
      })
    }
  }

  test('revokes no other key', async (t) => {
    const scene = await startForTest(t, { withoutProvider: true })
    const [key, other] = [await scene.key('sandbox', scopes), await scene.key('sandbox', scopes)]
    const id = (await findApiKey(scene.appliance, other))?.id
    const send = () => call(`${scene.url}/keys/${id}`, { method: 'DELETE', key })
    assert.equal(await sendAtRevocation(scene, key, send), 401)
    assert.equal((await call(`${scene.url}/keys`, { key: other })).status, 200)
  })

  test('makes no live verification of an upload', async (t) => {
    const scene = await startForTest(t)
    const key = await scene.key('live', scopes)
    const before = await storedBy(scene)
    const send = () => call(`${scene.url}/kyc/verify`, { key, body: specimenForm() })
    assert.equal(await sendAtRevocation(scene, key, send), 401)
    assert.deepEqual(await storedBy(scene), before)
  })

  /** What a client can make or change. */
  async function storedBy({ appliance }: RunningAppliance) {
    const { reader } = appliance.db
    return {
      keys: await reader.selectFrom('api_keys').select('id').execute(),
      verifications: await reader.selectFrom('verifications').select('id').execute(),
      webhooks: await reader.selectFrom('webhooks').selectAll().execute(),
      images: await reader.selectFrom('images').select('id').execute(),
      answers: await reader.selectFrom('idempotency').select('status').execute(),
    }
  }
})
