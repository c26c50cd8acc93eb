// Requests about webhooks that say what cannot be.

import type { BadCase } from './bad-case.ts'
import { ask } from './requests.ts'
import type { Scene } from './scene.ts'

const invalid = '400 invalid_request'
const invalidUrl = '400 invalid_webhook_url'
const missing = '404 not_found'
const otherMethod = '405 method_not_allowed'
const goodUrl = 'https://127.0.0.1:9443/svc'
const neverMade = `wh_${'0'.repeat(26)}`

type Change = Readonly<Record<string, unknown>>

const register = (change: Change) =>
  ask('/webhooks', { body: { url: goodUrl, events: ['verification.completed'], ...change } })

const patch = (change: Change, id = neverMade) =>
  ask(`/webhooks/${id}`, { method: 'PATCH', body: change })

const rotate = (body: object, id = neverMade) => ask(`/webhooks/${id}/rotate-secret`, { body })

/** Rows of one field, each of a registration and of a change; `at` says where in a list. */
const ofField = (
  param: string,
  answer: BadCase[2],
  wrong: Readonly<Record<string, unknown>>,
  at = '',
): readonly BadCase[] =>
  Object.entries(wrong).flatMap(([what, value]): BadCase[] => {
    const params = [`${param}${at}`]
    return [
      [`a webhook with ${param}: ${what}`, register({ [param]: value }), answer, params],
      [`a change of ${param}: ${what}`, patch({ [param]: value }), answer, params],
    ]
  })

/** One of each kind: the others are in unit/webhooks/webhook-url.test.ts. */
const urls: Readonly<Record<string, unknown>> = {
  'a number': 443,
  empty: '',
  'plain http': 'http://93.184.215.14/svc',
  'a password': 'https://user:secret@93.184.215.14/svc',
  'a private address': 'https://10.0.0.7/svc',
  'a metadata address in hexadecimal': 'https://0xa9fea9fe/latest',
}

/** What is not there is not there for every endpoint that takes an id. */
const ofId = (what: string, id: string | ((scene: Scene) => string)): readonly BadCase[] => {
  const path = (end: string) => (scene: Scene) =>
    `/webhooks/${typeof id === 'string' ? id : id(scene)}${end}`
  return [
    [`a look at ${what}`, ask(path('')), missing],
    [`a change of ${what}`, ask(path(''), { method: 'PATCH', body: { active: true } }), missing],
    [`the end of ${what}`, ask(path(''), { method: 'DELETE' }), missing],
    [`a test of ${what}`, ask(path('/test'), { method: 'POST' }), missing],
    [`a rotation of ${what}`, ask(path('/rotate-secret'), { method: 'POST' }), missing],
  ]
}

export const webhookRequests: readonly BadCase[] = [
  [
    'neither url nor events',
    register({ url: undefined, events: undefined }),
    invalid,
    ['url', 'events'],
  ],
  ['a webhook without url', register({ url: undefined }), invalid, ['url']],
  ['a webhook without events', register({ events: undefined }), invalid, ['events']],
  [
    'faults of every kind, all at once',
    register({
      url: 'http://u:p@169.254.169.254/#x',
      events: ['verification.done'],
      description: '',
      active: 1,
      timestamp_mode: 'now',
      client_certificate: 'none',
    }),
    invalid,
    [
      'url',
      'url',
      'url',
      'events.0',
      'description',
      'active',
      'timestamp_mode',
      'client_certificate',
    ],
  ],
  ...ofField('url', invalidUrl, urls),
  ...ofField('events', invalid, { empty: [], 'a text': 'verification.completed' }),
  ...ofField(
    'events',
    invalid,
    { unknown: ['verification.started'], 'a wildcard': ['*'], 'the test event': ['webhook.test'] },
    '.0',
  ),
  ['a webhook with description: blank', register({ description: ' ' }), invalid, ['description']],
  ['a webhook without url, as null', register({ url: null }), invalid, ['url']],
  ['a webhook without events, as null', register({ events: null }), invalid, ['events']],
  ['a change of nothing but null', patch({ url: null, events: null }), invalid, ['body']],
  [
    'a change to half a client certificate',
    patch({ client_certificate: { certificate: 'x' } }),
    invalid,
    ['client_certificate.private_key'],
  ],
  ...ofField('description', invalid, {
    'a number': 5,
    'of 201 characters': 'x'.repeat(201),
    'with a line break': 'a\nb',
    'with a right-to-left override': 'a\u202eb',
  }),
  ...ofField('active', invalid, { 'a text': 'true', 'a number': 1 }),
  ...ofField('timestamp_mode', invalid, { unknown: 'late', 'in capitals': 'AUTO' }),
  ...ofField('client_certificate', invalid, { 'a text': 'x', 'a list': [], true: true }),
  [
    'a client certificate of nothing',
    register({ client_certificate: {} }),
    invalid,
    ['client_certificate.certificate', 'client_certificate.private_key'],
  ],
  ['a change of nothing', patch({}), invalid, ['body']],
  ['a change of what does not exist', patch({ colour: 'green' }), invalid, ['body']],
  ['a change of what is not to be changed', patch({ secret: 'whsec_x' }), invalid, ['body']],
  ['a change without a body', ask(`/webhooks/${neverMade}`, { method: 'PATCH' }), invalid],
  [
    'a change that is a list',
    ask(`/webhooks/${neverMade}`, {
      method: 'PATCH',
      body: '[]',
      headers: { 'content-type': 'application/json' },
    }),
    invalid,
  ],
  ...Object.entries({
    negative: -1,
    'in words': '1h',
    'with half a second': 0.5,
    'of a year': 31_536_000,
  }).map(
    ([what, value]): BadCase => [
      `a rotation that waits: ${what}`,
      rotate({ activates_in_seconds: value }),
      invalid,
      ['activates_in_seconds'],
    ],
  ),
  ...ofId('a webhook of junk', 'junk'),
  ...ofId('a webhook that does not exist', neverMade),
  ...ofId('a webhook of the other environment', (scene) => scene.sandboxWebhookId),
  ...ofId('a webhook that is a key', (scene) => scene.sandboxKeyId),
  [
    'a test with a body that is no JSON',
    ask(`/webhooks/${neverMade}/test`, { body: 'x', headers: { 'content-type': 'text/plain' } }),
    '415 unsupported_media_type',
  ],
  ['a list of webhooks with limit 0', ask('/webhooks?limit=0'), invalid, ['limit']],
  ['a list of webhooks with a cursor of junk', ask('/webhooks?cursor=x'), invalid, ['cursor']],
  ['PUT of a webhook', ask(`/webhooks/${neverMade}`, { method: 'PUT', body: {} }), otherMethod],
  ['GET of a test', ask(`/webhooks/${neverMade}/test`), otherMethod],
  [
    'an empty Idempotency-Key of a registration',
    ask('/webhooks', { body: { url: goodUrl }, headers: { 'idempotency-key': '' } }),
    invalid,
    ['Idempotency-Key'],
  ],
]
