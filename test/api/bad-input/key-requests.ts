// Requests about keys that say what cannot be. Each value that a field refuses is in unit/keys/key-input.test.ts.

import type { BadCase } from './bad-case.ts'
import { ask } from './requests.ts'
import type { Scene } from './scene.ts'

const invalid = '400 invalid_request'
const missing = '404 not_found'

const create = (change: Readonly<Record<string, unknown>>) =>
  ask('/keys', { key: 'manager', body: { name: 'Branch office', ...change } })

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
  [
    'faults within lists',
    create({ scopes: ['root'], allowed_cidrs: ['10.0.0.0/33'] }),
    invalid,
    ['scopes.0', 'allowed_cidrs.0'],
  ],
  [
    'a key of the other environment',
    create({ environment: 'sandbox' }),
    '403 wrong_environment',
    ['environment'],
  ],
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
