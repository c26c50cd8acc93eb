// Keys that are missing, wrong, dead, too weak, of the other environment, or in the wrong place.

import type { BadCase } from './bad-case.ts'
import { ask, askAs, bearer, head, live, person, raw, sandbox } from './requests.ts'
import type { KeyName, Scene } from './scene.ts'

const unknown = '401 unauthenticated'
const weak = '403 missing_scope'
const list = '/kyc/verifications'

/** A GET of the list with header lines of the row's own. */
const withHeaders = (lines: (scene: Scene) => readonly string[]) =>
  raw((scene) => [head('GET /v1/kyc/verifications', ...lines(scene))])

const key = (name: KeyName) => (scene: Scene) => scene.keys[name]

export const credentials: readonly BadCase[] = [
  ['no key', askAs(undefined), unknown],
  ['an empty Authorization', askAs(() => ''), unknown],
  ['a scheme without a key', askAs(() => 'Bearer'), unknown],
  ['a key without a scheme', askAs(key('live')), unknown],
  ['the scheme Basic', askAs((scene) => `Basic ${btoa(`${scene.keys.live}:`)}`), unknown],
  ['a key under the scheme Token', askAs((scene) => `Token ${scene.keys.live}`), unknown],
  ['junk', askAs(() => 'Bearer junk'), unknown],
  ['a key that is cut short', askAs((scene) => `Bearer ${scene.keys.live.slice(0, -1)}`), unknown],
  ['a key that goes on', askAs((scene) => `Bearer ${scene.keys.live}a`), unknown],
  ['a key in capitals', askAs((scene) => `Bearer ${scene.keys.live.toUpperCase()}`), unknown],
  [
    'a live key that calls itself a sandbox key',
    askAs((scene) => `Bearer ${scene.keys.live.replace('live', 'sandbox')}`),
    unknown,
  ],
  ['a key with a wrong checksum', ask(list, { key: 'wrongChecksum' }), unknown],
  ['a well-made key that nobody was given', ask(list, { key: 'unknown' }), unknown],
  ['a revoked key', ask(list, { key: 'revoked' }), unknown],
  ['an expired key', ask(list, { key: 'expired' }), unknown],
  [
    'two keys in one header',
    askAs((scene) => `Bearer ${scene.keys.live} ${scene.keys.live}`),
    unknown,
  ],
  [
    'two keys with a comma',
    askAs((scene) => `Bearer ${scene.keys.live}, Bearer ${scene.keys.sandbox}`),
    unknown,
  ],
  [
    'two Authorization headers, the first of them good',
    withHeaders((scene) => [bearer(scene, 'live'), bearer(scene, 'sandbox')]),
    unknown,
  ],
  [
    'two Authorization headers, the last of them good',
    withHeaders((scene) => ['Authorization: Bearer junk', bearer(scene, 'live')]),
    unknown,
  ],
  [
    'a key in a header of another name',
    withHeaders((scene) => [`X-Api-Key: ${scene.keys.live}`]),
    unknown,
  ],
  ['a key in a cookie', withHeaders((scene) => [`Cookie: key=${scene.keys.live}`]), unknown],
  ['a key in the query', ask((scene) => `${list}?key=${scene.keys.live}`), '400 invalid_request'],
  ['a token in the query', ask(`${list}?access_token=abc`), '400 invalid_request'],
  [
    'a key in the path',
    ask((scene) => `/keys/${scene.keys.live}`, { key: 'manager' }),
    '400 invalid_request',
  ],
  [
    'a submission with an expired key',
    ask('/kyc/sandbox/verify', { key: 'expired', body: person }),
    unknown,
  ],
  ['a live submission with a revoked key', live({}, undefined, { key: 'revoked' }), unknown],
  [
    'a live key in the sandbox',
    ask('/kyc/sandbox/verify', { key: 'live', body: person }),
    '403 wrong_environment',
  ],
  [
    'a sandbox key that reads what is not of the sandbox',
    ask((scene) => `${list}/${scene.sandboxVerificationId}`, { key: 'live' }),
    '404 not_found',
  ],
  ['submitting without kyc.verify', live({}, undefined, { key: 'withoutVerify' }), weak],
  [
    'submitting to the sandbox without kyc.verify',
    ask('/kyc/sandbox/verify', { key: 'withoutVerify', body: person }),
    weak,
  ],
  ['listing without kyc.read', ask(list, { key: 'withoutRead' }), weak],
  [
    'reading without kyc.read',
    ask((scene) => `${list}/${scene.sandboxVerificationId}`, { key: 'withoutRead' }),
    weak,
  ],
  [
    'a score asked for without score.get',
    live({ score_requested: 'true' }, undefined, { key: 'withoutScore' }),
    weak,
  ],
  ['listing keys without keys.manage', ask('/keys'), weak],
  ['making a key without keys.manage', ask('/keys', { body: { name: 'a' } }), weak],
  [
    'revoking a key without keys.manage',
    ask((scene) => `/keys/${scene.sandboxKeyId}`, { method: 'DELETE' }),
    weak,
  ],
  [
    'rotating a key without keys.manage',
    ask((scene) => `/keys/${scene.sandboxKeyId}/rotate`, { method: 'POST' }),
    weak,
  ],
  ['a key from another network', ask(list, { key: 'elsewhere' }), '403 address_not_allowed'],
  [
    'a key from another network that forges its address',
    ask(list, { key: 'elsewhere', headers: { 'x-forwarded-for': '203.0.113.7' } }),
    '403 address_not_allowed',
  ],
  [
    'a score in the sandbox that is no flag',
    sandbox({ score_requested: 'true' }),
    '400 invalid_request',
    ['score_requested'],
  ],
]
