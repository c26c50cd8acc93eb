// Requests about keys that say what cannot be.

import type { BadCase } from './bad-case.ts'
import { ask } from './requests.ts'
import type { Scene } from './scene.ts'

const invalid = '400 invalid_request'
const missing = '404 not_found'

const create = (change: Readonly<Record<string, unknown>>) =>
  ask('/keys', { key: 'manager', body: { name: 'Branch office', ...change } })

/** Rows of one field: `what` is wrong, `value` is sent; `at` says where in a list. */
const ofField = (
  param: string,
  wrong: Readonly<Record<string, unknown>>,
  at = '',
): readonly BadCase[] =>
  Object.entries(wrong).map(([what, value]) => [
    `a key with ${param}: ${what}`,
    create({ [param]: value }),
    invalid,
    [`${param}${at}`],
  ])

const revoke = (id: string | ((scene: Scene) => string)) =>
  ask((scene) => `/keys/${typeof id === 'string' ? id : id(scene)}`, {
    key: 'manager',
    method: 'DELETE',
  })

const rotate = (id: string | ((scene: Scene) => string), body: object = {}) =>
  ask((scene) => `/keys/${typeof id === 'string' ? id : id(scene)}/rotate`, {
    key: 'manager',
    method: 'POST',
    body,
  })

const neverMade = `key_${'0'.repeat(26)}`

export const keyRequests: readonly BadCase[] = [
  ['no name', create({ name: undefined }), invalid, ['name']],
  [
    'faults of every kind, all at once',
    create({ name: '', environment: 'test', scopes: 'all', allowed_cidrs: 'any', expires_at: 0 }),
    invalid,
    ['name', 'environment', 'scopes', 'allowed_cidrs', 'expires_at'],
  ],
  ...ofField('name', {
    null: null,
    'a number': 5,
    blank: ' ',
    'of 101 characters': 'x'.repeat(101),
    'with a line break': 'a\nb',
    'with a right-to-left override': 'a\u202eb',
  }),
  ...ofField('environment', { unknown: 'production', 'in capitals': 'LIVE' }),
  [
    'a key of the other environment',
    create({ environment: 'sandbox' }),
    '403 wrong_environment',
    ['environment'],
  ],
  ...ofField('scopes', { empty: [], 'a text': 'kyc.read' }),
  ...ofField('scopes', { unknown: ['root'], 'a wildcard': ['*'], 'a number': [1] }, '.0'),
  ...ofField('allowed_cidrs', {
    'a text': '10.0.0.0/8',
    'of 51 networks': Array(51).fill('10.0.0.0/8'),
  }),
  ...ofField(
    'allowed_cidrs',
    {
      'an address': ['10.0.0.1'],
      'too long': ['10.0.0.0/33'],
      'a name': ['bank.example/24'],
      'in an old notation': ['10/8'],
    },
    '.0',
  ),
  ...ofField('expires_at', {
    'in the past': '2020-01-01T00:00:00Z',
    now: '2026-11-21T09:00:00Z',
    'without a zone': '2027-01-01T00:00:00',
    'a day that does not exist': '2027-02-30T00:00:00Z',
    'a number': 1_900_000_000,
  }),
  ['a revocation of junk', revoke('junk'), missing],
  ['a revocation of a key that does not exist', revoke(neverMade), missing],
  [
    'a revocation of a key of the other environment',
    revoke((scene) => scene.sandboxKeyId),
    missing,
  ],
  ['a rotation of a key that does not exist', rotate(neverMade), missing],
  ['a rotation of a key of the other environment', rotate((scene) => scene.sandboxKeyId), missing],
  ['a rotation of a revoked key', rotate((scene) => scene.revokedKeyId), '409 conflict'],
  [
    'a rotation with a negative grace',
    rotate(neverMade, { grace_seconds: -1 }),
    invalid,
    ['grace_seconds'],
  ],
  [
    'a rotation with a grace in words',
    rotate(neverMade, { grace_seconds: '1h' }),
    invalid,
    ['grace_seconds'],
  ],
  [
    'a rotation with half a second',
    rotate(neverMade, { grace_seconds: 0.5 }),
    invalid,
    ['grace_seconds'],
  ],
  [
    'a rotation with a grace of a year',
    rotate(neverMade, { grace_seconds: 31_536_000 }),
    invalid,
    ['grace_seconds'],
  ],
  [
    'a rotation whose body is a list',
    ask(`/keys/${neverMade}/rotate`, {
      key: 'manager',
      body: '[]',
      headers: { 'content-type': 'application/json' },
    }),
    invalid,
  ],
  ['a list of keys with limit 0', ask('/keys?limit=0', { key: 'manager' }), invalid, ['limit']],
  [
    'a list of keys with a cursor of junk',
    ask('/keys?cursor=x', { key: 'manager' }),
    invalid,
    ['cursor'],
  ],
]
