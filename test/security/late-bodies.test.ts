// Slow: starts an appliance for each test. api/keys/end-of-life.test.ts revokes keys before a request in the fast lane.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { describe, test } from 'node:test'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { inTransaction } from '../../server/db/transaction.ts'
import { findApiKey } from '../../server/keys/find-api-key.ts'
import { listKeys } from '../../server/keys/key-view.ts'
import { revokeKey } from '../../server/keys/revoke-key.ts'
import { deleteSessionsOf } from '../../server/users/session-store.ts'
import { call } from '../support/api-client.ts'
import { startEnrolled } from '../support/console-scene.ts'
import { holdTransaction } from '../support/held-transaction.ts'
import { startForTest } from '../support/running-appliance.ts'

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

  test('makes none in the moment in which it is revoked with its children', async (t) => {
    const scene = await startForTest(t, { withoutProvider: true })
    const { appliance, url } = scene
    const keyText = await scene.key('sandbox', ['keys.manage', 'kyc.read'])
    const key = await findApiKey(appliance, keyText)
    const goOn = await holdTransaction((work) => inTransaction(appliance.db, work))
    const revoked = revokeKey(appliance, fromCommandLine, key?.id ?? '', { withChildren: true })
    const json = { name: 'kept', scopes: ['kyc.read'] }
    const made = call(`${url}/keys`, { method: 'POST', key: keyText, json })
    // Answered after the other has been admitted, since both came over HTTP in this order.
    await call(`${url}/keys`, { key: keyText })
    await goOn()
    await revoked
    assert.equal((await made).status, 401)
    const keys = await listKeys(appliance.db.reader, {}, wholePage)
    assert.equal(
      keys.some(({ name }) => name === 'kept'),
      false,
    )
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
