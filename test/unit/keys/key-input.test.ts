import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  parseNewKey,
  parseRotation,
  requireSameEnvironment,
} from '../../../server/api/keys/key-api.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import { scopesDefault } from '../../../server/keys/key.ts'

const nowMs = Date.UTC(2026, 10, 21, 9)
const minimal = { name: 'Branch office', environment: 'live' }

/** `param code` of every fault; fails where the body is accepted. */
function faultsOf(parse: () => unknown): readonly string[] {
  try {
    parse()
  } catch (error) {
    assert.ok(error instanceof AppError)
    assert.equal(error.code, 'invalid_request')
    return (error.options.details ?? []).map(({ param, code }) => `${param} ${code}`)
  }
  return assert.fail('accepted')
}

describe('asking for a key', () => {
  test('takes a name and an environment; the rest has defaults', () => {
    assert.deepEqual(parseNewKey(minimal, nowMs), {
      name: 'Branch office',
      environment: 'live',
      scopes: scopesDefault,
      allowedCidrs: [],
      expiresAt: undefined,
    })
  })

  test('takes everything there is, in a tidy form', () => {
    const asked = {
      name: '  Dakar № 7 — Aïcha  ',
      environment: 'sandbox',
      scopes: ['keys.manage', 'kyc.read', 'kyc.read'],
      allowed_cidrs: ['10.0.0.0/8', '2001:db8::/32', '192.0.2.7/32'],
      expires_at: '2026-11-21T11:00:00+01:00',
      unknown_field: 1,
    }
    assert.deepEqual(parseNewKey(asked, nowMs), {
      name: 'Dakar № 7 — Aïcha',
      environment: 'sandbox',
      scopes: ['kyc.read', 'keys.manage'],
      allowedCidrs: asked.allowed_cidrs,
      expiresAt: Date.UTC(2026, 10, 21, 10),
    })
  })

  /** A body with one fault, in a field or in an item of it. */
  const wrong = (field: string, value: unknown, item?: number) => {
    const param = item === undefined ? field : `${field}.${item}`
    return [{ ...minimal, [field]: value }, [`${param} invalid`]] as const
  }
  const wrongCidrs = [
    ...['10.0.0.1', '10.0.0.0/33', 'bank.example/8', '10/8', '010.0.0.0/8', '0x0a.0.0.0/8'],
    ...['167772160/8', 'fe80::1%eth0/64', '::ffff:10.0.0.0/104', 10],
  ]
  const faulty: readonly (readonly [what: string, body: unknown, faults: readonly string[]])[] = [
    ['nothing', {}, ['name missing', 'environment missing']],
    ['no object', 'name', ['body invalid']],
    ['a list', [], ['body invalid']],
    ['null', null, ['body invalid']],
    ['a name of no text', ...wrong('name', 5)],
    ['an empty name', ...wrong('name', '')],
    ['a name of spaces', ...wrong('name', ' \t ')],
    ['a name too long', ...wrong('name', 'x'.repeat(101))],
    ['a name of two lines', ...wrong('name', 'a\nb')],
    ['a name that reads backwards', ...wrong('name', 'a\u202eb')],
    ['a name with half a character', ...wrong('name', 'a\ud800')],
    ['an environment in capitals', ...wrong('environment', 'LIVE')],
    ['another environment', ...wrong('environment', 'test')],
    ['scopes as text', ...wrong('scopes', 'kyc.read')],
    ['no scopes', ...wrong('scopes', [])],
    ['a wildcard for a scope', ...wrong('scopes', ['*'], 0)],
    ['a number for a scope', ...wrong('scopes', [1], 0)],
    ['an unknown scope', ...wrong('scopes', ['kyc.read', 'root'], 1)],
    ...wrongCidrs.map(
      (cidr) => [`the CIDR ${cidr}`, ...wrong('allowed_cidrs', [cidr], 0)] as const,
    ),
    ['a text for CIDRs', ...wrong('allowed_cidrs', '10.0.0.0/8')],
    ['too many CIDRs', ...wrong('allowed_cidrs', Array(51).fill('10.0.0.0/8'))],
    ['an expiry of now', ...wrong('expires_at', '2026-11-21T09:00:00Z')],
    ['an expiry in the past', ...wrong('expires_at', '2025-01-01T00:00:00Z')],
    ['an expiry without zone', ...wrong('expires_at', '2027-01-01T00:00:00')],
    ['an expiry on a day that is none', ...wrong('expires_at', '2027-02-30T00:00:00Z')],
    ['an expiry as a number', ...wrong('expires_at', 1_800_000_000)],
    [
      'several faults, all told at once',
      { name: '', environment: 'x', scopes: [], expires_at: '2025-01-01T00:00:00Z' },
      ['name invalid', 'environment invalid', 'scopes invalid', 'expires_at invalid'],
    ],
  ]
  for (const [what, body, faults] of faulty) {
    test(`with ${what} is refused`, () => {
      assert.deepEqual(
        faultsOf(() => parseNewKey(body, nowMs)),
        faults,
      )
    })
  }
})

describe('asking for a rotation', () => {
  test('takes a grace in seconds, none as the default, 0 as none at all', () => {
    assert.equal(parseRotation({}, 777), 777)
    assert.equal(parseRotation({ grace_seconds: 0 }, 777), 0)
    assert.equal(parseRotation({ grace_seconds: 30 * 86_400 }, 777), 30 * 86_400_000)
  })

  for (const grace of [-1, 1.5, 30 * 86_400 + 1, '60', null, true, Number.NaN]) {
    test(`with a grace of ${JSON.stringify(grace)} is refused`, () => {
      assert.deepEqual(
        faultsOf(() => parseRotation({ grace_seconds: grace }, 777)),
        ['grace_seconds invalid'],
      )
    })
  }
})

test('a key of one environment has no say over the keys of the other', () => {
  requireSameEnvironment('live', 'live')
  requireSameEnvironment('sandbox', 'sandbox')
  for (const [caller, asked] of [
    ['live', 'sandbox'],
    ['sandbox', 'live'],
  ] as const) {
    assert.throws(
      () => requireSameEnvironment(caller, asked),
      (error) => error instanceof AppError && error.code === 'wrong_environment',
    )
  }
})
