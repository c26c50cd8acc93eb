// What a directory that misbehaves may answer costs no time.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { guardedFetch } from '../../../server/directory/guarded-fetch.ts'
import { verifyLogoutToken } from '../../../server/directory/logout-token.ts'
import type { ServiceClient } from '../../../server/egress/service-client.ts'
import { ManualClock } from '../../support/manual-clock.ts'

describe('an answer of the directory', () => {
  const asked = (body: string) => {
    const client = {
      send: async () => ({
        kind: 'answered',
        status: 200,
        body: Buffer.from(body),
        contentType: 'application/json',
      }),
    }
    const fetch = guardedFetch({
      fetch: client as unknown as ServiceClient,
      purposeOf: () => 'directory.keys',
    })
    const options = { body: undefined, headers: {}, method: 'GET', redirect: 'manual' } as const
    return fetch('https://login.bank.example/jwks', options)
  }

  test('of more values than any has is refused before it is parsed', async () => {
    const refusal = { trouble: 'answer_invalid', reason: 'answer_too_complex' }
    await assert.rejects(asked(`{"keys":[${'{},'.repeat(20_000)}{}]}`), refusal)
    await assert.rejects(asked('['.repeat(100)), refusal)
  })

  test('with thousands of groups is taken', async () => {
    const groups = Array.from({ length: 5_000 }, (_, index) => `group ${index}`)
    assert.deepEqual(await (await asked(JSON.stringify({ groups }))).json(), { groups })
  })
})

test('of more keys than any directory has, not one is looked at for a logout token', async () => {
  let looks = 0
  const key = {
    get kty() {
      looks += 1
      return 'RSA'
    },
  }
  const needs = {
    clock: new ManualClock(),
    issuer: 'https://login.bank.example',
    clientId: 'svc-console',
    readKeys: async () => ({ keys: Array(101).fill(key) }),
  }
  await assert.rejects(verifyLogoutToken(needs, 'e30.e30.AAAA'), { reason: 'keys_unreadable' })
  assert.equal(looks, 0)
})
