import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../../server/kernel/app-error.ts'
import {
  asChildOf,
  assertMayRotate,
  usualScopesFor,
} from '../../../server/keys/child-key-policy.ts'
import { isSensitive, scopes, scopesDefault } from '../../../server/keys/key.ts'
import { apiKey, newKey } from '../../support/api-key.ts'

const limited = apiKey({
  id: 'key_maker',
  scopes: ['kyc.read', 'usage.read', 'keys.manage'],
  allowedCidrs: ['10.1.0.0/16', '2001:db8::/32'],
  expiresAt: 2_000,
})

/** @param params the fields at fault */
function assertRefused(work: () => unknown, code: string, ...params: readonly string[]): void {
  assert.throws(work, (error) => {
    assert.ok(error instanceof AppError, String(error))
    const found = (error.options.details ?? []).map(({ param }) => param)
    assert.deepEqual([error.code, ...found], [code, ...params])
    return true
  })
}

describe('a key that a key makes', () => {
  test('gets by default what is usual, as far as its maker has it', () => {
    assert.deepEqual(usualScopesFor(limited), ['kyc.read', 'usage.read'])
    assert.deepEqual(usualScopesFor(apiKey({ scopes })), scopesDefault)
    assert.deepEqual(usualScopesFor({ ...limited, isUnrestricted: true }), scopesDefault)
  })

  test('inherits the networks and the expiry that it does not name', () => {
    const asked = newKey({ scopes: ['kyc.read'] })
    const { allowedCidrs, expiresAt } = asChildOf(limited, asked)
    assert.deepEqual([allowedCidrs, expiresAt], [limited.allowedCidrs, 2_000])
    assert.deepEqual(asChildOf(apiKey({ scopes }), asked), asked)
  })

  test('may be narrower', () => {
    const asked = newKey({
      scopes: ['usage.read'],
      allowedCidrs: ['10.1.7.0/24', '10.1.0.0/16', '2001:db8:1::/48'],
      expiresAt: 1_999,
    })
    assert.deepEqual(asChildOf(limited, asked), asked)
  })

  type Wider = readonly [
    what: string,
    change: Parameters<typeof newKey>[0],
    refusal: readonly [code: string, ...params: string[]],
  ]
  const wider: readonly Wider[] = [
    ['one scope more', { scopes: ['kyc.read', 'kyc.verify'] }, ['missing_scope']],
    ['no scope at all', { scopes: [] }, ['missing_scope']],
    ['a wider network', { allowedCidrs: ['10.0.0.0/8'] }, ['invalid_request', 'allowed_cidrs.0']],
    [
      'another network beside one of the maker’s',
      { allowedCidrs: ['10.1.2.0/24', '10.2.0.0/16'] },
      ['invalid_request', 'allowed_cidrs.1'],
    ],
    [
      'every address, in either family',
      { allowedCidrs: ['0.0.0.0/0', '::/0'] },
      ['invalid_request', 'allowed_cidrs.0', 'allowed_cidrs.1'],
    ],
    ['a later end', { expiresAt: 2_001 }, ['invalid_request', 'expires_at']],
    [
      'both',
      { allowedCidrs: ['10.2.0.0/16'], expiresAt: 2_001 },
      ['invalid_request', 'allowed_cidrs.0', 'expires_at'],
    ],
  ]
  for (const [name, change, refusal] of wider) {
    test(`never has ${name}`, () => {
      const asked = newKey({ scopes: ['kyc.read'], ...change })
      assertRefused(() => asChildOf(limited, asked), ...refusal)
    })
  }

  test('of an unrestricted maker has any scopes, and the same bounds of place and time', () => {
    const maker = { ...limited, isUnrestricted: true }
    assert.deepEqual(asChildOf(maker, newKey({ scopes })).scopes, scopes)
    assertRefused(
      () => asChildOf(maker, newKey({ allowedCidrs: ['10.0.0.0/8'] })),
      'invalid_request',
      'allowed_cidrs.0',
    )
  })
})

describe('a key that rotates another', () => {
  const old = apiKey({ scopes: ['kyc.read'], allowedCidrs: ['10.1.0.0/16'], expiresAt: 1_500 })

  test('may do so where the successor can do no more than itself', () => {
    assertMayRotate(limited, old, 1_500)
  })

  test('may always rotate itself', () => {
    assertMayRotate(limited, limited, undefined)
  })

  test('is refused where the successor could do more', () => {
    const able = { ...old, scopes: ['kyc.verify'] } as const
    assertRefused(() => assertMayRotate(limited, able, 1_500), 'missing_scope')
    const open = { ...old, allowedCidrs: [] }
    assertRefused(() => assertMayRotate(limited, open, 1_500), 'conflict')
    const wide = { ...old, allowedCidrs: ['10.0.0.0/8'] }
    assertRefused(() => assertMayRotate(limited, wide, 1_500), 'conflict')
    for (const end of [2_001, undefined]) {
      assertRefused(() => assertMayRotate(limited, old, end), 'conflict')
    }
  })

  test('is refused if the old one is unrestricted and it is not', () => {
    const marked = { ...old, isUnrestricted: true }
    assertRefused(() => assertMayRotate(limited, marked, 1_500), 'conflict')
    const equal = { ...limited, isUnrestricted: true }
    assertMayRotate(equal, marked, 1_500)
  })
})

test('sensitive is a live key that reads personal data, costs money, creates keys or sets where events go', () => {
  for (const scope of scopes) {
    const expected = ['kyc.verify', 'kyc.read', 'keys.manage', 'webhooks.manage'].includes(scope)
    assert.equal(isSensitive({ environment: 'live', scopes: [scope] }), expected, scope)
    assert.equal(isSensitive({ environment: 'sandbox', scopes: [scope] }), false, scope)
  }
})
