// Requests for a score that say what cannot be, or ask for what is not theirs.

import type { BadCase } from './bad-case.ts'
import { ask, person } from './requests.ts'
import type { Scene } from './scene.ts'

const invalid = '400 invalid_request'
const missing = '404 not_found'
const named = ['verificationId']

const score = (verificationId: unknown) =>
  ask('/score/get', { body: { verificationId, ...person } })

const scoreOf = (id: (scene: Scene) => string, key: 'sandbox' | 'live' | 'withoutScore') =>
  ((scene: Scene) =>
    ask('/score/get', { key, body: { verificationId: id(scene) } })(scene)) satisfies BadCase[1]

export const scoreRequests: readonly BadCase[] = [
  ['no id', ask('/score/get', { body: { ...person } }), invalid, named],
  [
    'an id in the other style',
    ask('/score/get', { body: { verification_id: 'ver_1' } }),
    invalid,
    named,
  ],
  ['an id of null', score(null), invalid, named],
  ['an id that is a number', score(7), invalid, named],
  ['an id that is a list', score(['ver_1']), invalid, named],
  ['a body that is a list', ask('/score/get', { body: '[]', headers: json() }), invalid],
  ['a body that is no JSON', ask('/score/get', { body: '{', headers: json() }), invalid],
  ['an empty id', score(''), missing],
  ['an id of junk', score('junk'), missing],
  ['an id of another kind', score(`key_${'0'.repeat(26)}`), missing],
  ['an id in capitals', score(`VER_${'0'.repeat(26)}`), missing],
  ['an id that was never made', score(`ver_${'0'.repeat(26)}`), missing],
  [
    'a verification of the other environment',
    scoreOf((scene) => scene.sandboxVerificationId, 'live'),
    missing,
  ],
  [
    'without score.get',
    scoreOf((scene) => scene.sandboxVerificationId, 'withoutScore'),
    '403 missing_scope',
  ],
  ['a score that is read with GET', ask('/score/get'), '405 method_not_allowed'],
]

function json() {
  return { 'content-type': 'application/json' }
}
