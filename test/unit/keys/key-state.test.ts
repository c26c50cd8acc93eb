import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createdKeyJson, keyJson } from '../../../server/api/keys/key-api.ts'
import { type KeyState, scopes, scopesDefault, stateOf } from '../../../server/keys/key.ts'
import { apiKey } from '../../support/api-key.ts'

const nowMs = Date.UTC(2026, 10, 21, 9)

describe('the state of a key', () => {
  const table: readonly (readonly [
    expiresAt: number | undefined,
    revokedAt: number | undefined,
    state: KeyState,
  ])[] = [
    [undefined, undefined, 'active'],
    [nowMs + 1, undefined, 'active'],
    [nowMs, undefined, 'expired'],
    [nowMs - 1, undefined, 'expired'],
    [undefined, nowMs, 'revoked'],
    [undefined, nowMs - 1, 'revoked'],
    [nowMs + 1, nowMs - 1, 'revoked'],
    [nowMs - 2, nowMs - 1, 'revoked'],
    [nowMs - 1, nowMs - 2, 'revoked'],
    // The clock was set back since.
    [undefined, nowMs + 1, 'revoked'],
  ]
  for (const [expiresAt, revokedAt, state] of table) {
    const since = (at: number | undefined) => (at === undefined ? 'never' : `at ${at - nowMs} ms`)
    test(`that expires ${since(expiresAt)} and was revoked ${since(revokedAt)} is ${state}`, () => {
      assert.equal(stateOf(apiKey({ expiresAt, revokedAt }), nowMs), state)
    })
  }
})

test('a key gets every scope but the one that makes keys, unless told otherwise', () => {
  assert.deepEqual(scopesDefault, [
    'kyc.verify',
    'kyc.read',
    'score.get',
    'usage.read',
    'webhooks.manage',
  ])
  assert.deepEqual(
    scopes.filter((scope) => !scopesDefault.includes(scope)),
    ['keys.manage'],
  )
})

describe('a key on the wire', () => {
  test('has its times in ISO, null where they are not set, and no rotated_from of its own making', () => {
    assert.deepEqual(keyJson(apiKey({ createdAt: nowMs }), nowMs), {
      id: 'key_00000000000000000000000000',
      name: 'Branch office',
      environment: 'live',
      hint: 'svc_live_AbCd…WxYz',
      scopes: scopesDefault,
      allowed_cidrs: [],
      status: 'active',
      created_at: '2026-11-21T09:00:00.000Z',
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
    })
  })

  test('says when it expires, was revoked and last used, and what it took over from', () => {
    const key = apiKey({
      expiresAt: nowMs + 1,
      revokedAt: nowMs + 2,
      lastUsedAt: nowMs + 3,
      rotatedFrom: 'key_before',
    })
    const { status, expires_at, revoked_at, last_used_at, rotated_from } = keyJson(key, nowMs)
    assert.deepEqual(
      [status, expires_at, revoked_at, last_used_at, rotated_from],
      [
        'revoked',
        '2026-11-21T09:00:00.001Z',
        '2026-11-21T09:00:00.002Z',
        '2026-11-21T09:00:00.003Z',
        'key_before',
      ],
    )
  })

  test('shows its text in the answer that creates it, and in no other', () => {
    const created = { key: apiKey(), text: 'svc_live_secret' }
    assert.equal(createdKeyJson(created, nowMs).key, 'svc_live_secret')
    assert.ok(!('key' in keyJson(created.key, nowMs)))
  })
})
