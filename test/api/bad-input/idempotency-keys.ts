// Idempotency keys that cannot be used, or were used for something else.

import type { BadCase } from './bad-case.ts'
import { ask, bearer, goodJson, head, live, person, raw, type Send, sandbox } from './requests.ts'

const invalid = '400 invalid_request'
const header = ['Idempotency-Key']

const sandboxUnder = (idempotencyKey: string) => sandbox({}, { 'idempotency-key': idempotencyKey })

/** A POST to the sandbox with header lines of the row's own. */
const withHeaders = (...lines: readonly string[]) =>
  raw((scene) => [
    head(
      'POST /v1/kyc/sandbox/verify',
      bearer(scene, 'sandbox'),
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(goodJson)}`,
      ...lines,
    ),
    goodJson,
  ])

/** `first` is refused and kept; `second` comes under the same key. */
const afterwards =
  (first: Send, second: Send): Send =>
  async (scene) => {
    await first(scene)
    return second(scene)
  }

export const idempotencyKeys: readonly BadCase[] = [
  ['an empty Idempotency-Key', sandboxUnder(''), invalid, header],
  [
    'two Idempotency-Keys',
    withHeaders('Idempotency-Key: a', 'Idempotency-Key: b'),
    invalid,
    header,
  ],
  [
    'an empty Idempotency-Key of a live form',
    live({}, undefined, { headers: { 'idempotency-key': '' } }),
    invalid,
    header,
  ],
  [
    'an empty Idempotency-Key of a new API key',
    ask('/keys', { key: 'manager', body: { name: 'a' }, headers: { 'idempotency-key': '' } }),
    invalid,
    header,
  ],
  [
    'another person under the same Idempotency-Key',
    afterwards(
      sandbox({ country: 'FR' }, { 'idempotency-key': 'another-person' }),
      sandbox({ first_name: 'Zoumaranette' }, { 'idempotency-key': 'another-person' }),
    ),
    '409 idempotency_conflict',
    header,
  ],
  [
    'another picture under the same Idempotency-Key',
    afterwards(
      live({ country: 'FR' }, undefined, { headers: { 'idempotency-key': 'another-picture' } }),
      live({ country: 'FR' }, (scene) => ({ front_image: scene.selfie }), {
        headers: { 'idempotency-key': 'another-picture' },
      }),
    ),
    '409 idempotency_conflict',
    header,
  ],
  [
    'another path under the same Idempotency-Key',
    afterwards(
      sandbox({ country: 'FR' }, { 'idempotency-key': 'another-path' }),
      ask('/kyc/verify', {
        key: 'sandbox',
        body: { ...person, country: 'FR' },
        headers: { 'idempotency-key': 'another-path' },
      }),
    ),
    '415 unsupported_media_type',
  ],
  [
    'the same fault under the same Idempotency-Key, in the same words',
    afterwards(
      sandbox({ country: 'FR' }, { 'idempotency-key': 'same-fault' }),
      sandbox({ country: 'FR' }, { 'idempotency-key': 'same-fault' }),
    ),
    '400 unsupported_country',
    ['country'],
  ],
]
