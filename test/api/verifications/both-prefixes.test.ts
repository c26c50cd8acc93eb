// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { scopes } from '../../../server/keys/key.ts'
import { type ApiCall, call } from '../../support/api-client.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { startAppliance } from '../../support/running-appliance.ts'
import { person, verifyInSandbox } from './sandbox-client.ts'

/** Headers that differ between two answers to the same request. */
const ownHeaders = ['request-id', 'date', 'x-ratelimit-remaining', 'idempotent-replayed']

/** Path and methods that it answers, as `Allow` lists them. */
const paths: Readonly<Record<string, string>> = {
  '/kyc/sandbox/verify': 'POST, OPTIONS',
  '/kyc/verify': 'POST, OPTIONS',
  '/kyc/verifications': 'GET, HEAD, OPTIONS',
  '/kyc/verifications/:id': 'GET, HEAD, OPTIONS',
  '/keys': 'GET, HEAD, POST, OPTIONS',
  '/keys/key_7': 'DELETE, OPTIONS',
  '/keys/key_7/rotate': 'POST, OPTIONS',
}

describe('every endpoint', () => {
  const app = openedBefore(startAppliance)
  let key: string
  let id: string
  before(async () => {
    key = await app.key('sandbox', scopes)
    id = String((await verifyInSandbox(app)).data.id)
  })

  const below = (prefix: string, path: string) =>
    `${app.server.url}${prefix}${path.replace(':id', id)}`

  const headersOf = (headers: Headers) =>
    [...headers].filter(([name]) => !ownHeaders.includes(name))

  async function assertAlike(path: string, asked: ApiCall): Promise<void> {
    const first = await call(below('/v1', path), { key, ...asked })
    const second = await call(below('/api/v1', path), { key, ...asked })
    assert.equal(second.status, first.status)
    const withoutId = ({ text, error }: typeof first) =>
      error.request_id === '' ? text : text.replace(error.request_id, '')
    assert.equal(withoutId(second), withoutId(first))
    assert.deepEqual(headersOf(second.headers), headersOf(first.headers))
  }

  for (const path of ['/kyc/verifications', '/kyc/verifications/:id', '/keys']) {
    test(`answers GET alike below /v1 and /api/v1: ${path}`, () => assertAlike(path, {}))

    test(`answers HEAD as GET without a body: ${path}`, async () => {
      const get = await call(below('/v1', path), { key })
      const head = await call(below('/v1', path), { key, method: 'HEAD' })
      assert.deepEqual([head.status, head.text], [200, ''])
      // What Node's server adds to an answer without a body is no matter of the interface.
      const named = ['content-type', 'content-length', 'svc-version', 'cache-control']
      for (const name of named) assert.equal(head.headers.get(name), get.headers.get(name), name)
    })
  }

  test('takes a POST below either prefix for the same request', async () => {
    const headers = { 'Idempotency-Key': 'both-prefixes' }
    await assertAlike('/kyc/sandbox/verify', { json: person, headers })
  })

  test('refuses alike', async () => {
    await assertAlike('/kyc/sandbox/verify', { json: {} })
    await assertAlike('/nothing', {})
    await assertAlike('/keys', { method: 'PATCH', json: {} })
  })

  for (const [path, allow] of Object.entries(paths)) {
    test(`answers OPTIONS for ${path}, and allows no other origin`, async () => {
      const asked = { method: 'OPTIONS', headers: { Origin: 'https://elsewhere.test' } }
      const { status, headers, text } = await call(below('/v1', path), asked)
      assert.deepEqual([status, text, headers.get('Allow')], [204, '', allow])
      assert.equal(headers.get('Access-Control-Allow-Origin'), null)
    })

    test(`refuses PUT on ${path} with what it answers`, async () => {
      const { status, headers } = await call(below('/v1', path), { key, method: 'PUT', json: {} })
      assert.deepEqual([status, headers.get('Allow')], [405, allow])
    })
  }
})
