// Not again on PostgreSQL: verifications/list-filters.test.ts sends its statements there.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readGuide } from '../../scripts/guide-tables.ts'
import { errorCodes } from '../../server/kernel/app-error.ts'
import { docOf } from '../../server/kernel/error-doc.ts'
import { nearestOf } from '../../server/kernel/nearest-name.ts'
import { scopes } from '../../server/keys/key.ts'
import { call } from '../support/api-client.ts'
import { type RunningAppliance, startAppliance } from '../support/running-appliance.ts'
import { person } from './verifications/sandbox-client.ts'

let app: RunningAppliance
let manager: string
before(async () => {
  app = await startAppliance()
  manager = await app.key('sandbox', scopes)
})
after(() => app.close())

const get = (path: string) => call(`${app.url}${path}`, { key: manager })
const post = (path: string, json: unknown) => call(`${app.url}${path}`, { key: manager, json })

describe('an unknown query parameter', () => {
  const misspelled = {
    '/kyc/verifications?statuss=approved': ['statuss', 'status'],
    '/kyc/verifications?externalRef=7': ['externalRef', 'external_ref'],
    '/kyc/verifications?from=2026-11-01': ['from', 'created_from'],
    '/usage?limt=5': ['limt', 'limit'],
    '/usage/summary?groupby=day': ['groupby', 'group_by'],
    '/keys?curser=x': ['curser', 'cursor'],
    '/webhooks?limits=5': ['limits', 'limit'],
    '/webhook-alerts?webhook=wh_1': ['webhook', 'webhook_id'],
  } as const
  for (const [path, [name, meant]] of Object.entries(misspelled)) {
    test(`is refused with the nearest known name: ${path}`, async () => {
      const { status, error } = await get(path)
      assert.deepEqual([status, error.code, error.param], [400, 'invalid_request', name])
      assert.match(error.message, new RegExp(`Did you mean ${meant}\\?`))
    })
  }

  test('like nothing there is gets the list of those there are', async () => {
    const { error } = await get('/keys?colour=green')
    assert.equal(error.message, 'colour is not a parameter of this path. It takes limit, cursor.')
  })

  test('is refused where a path takes none, also of what would have an effect', async () => {
    const { status, error } = await post('/kyc/sandbox/verify?dry_run=true', person)
    assert.deepEqual([status, error.param], [400, 'dry_run'])
    const { data } = await get('/kyc/verifications')
    assert.deepEqual(data.items, [])
    assert.equal((await call(`${app.url}/openapi.json?v=2`)).status, 400)
  })

  test('is reported together with the faults of known fields', async () => {
    const { error } = await get('/kyc/verifications?statuss=approved&status=done&limit=0')
    const params = (error.details ?? []).map(({ param }) => param)
    assert.deepEqual(params, ['statuss', 'status', 'limit'])
  })

  test('is not repeated if it may be anything, and of many only some are named', async () => {
    const odd = await get('/keys?%3Cscript%3E=1')
    assert.equal(odd.error.param, 'query')
    assert.ok(!odd.text.includes('script'))
    const many = Array.from({ length: 200 }, (_, at) => `x${at}=1`).join('&')
    assert.equal((await get(`/keys?${many}`)).error.details?.length, 10)
  })

  test('in a body is still ignored', async () => {
    assert.equal((await post('/kyc/sandbox/verify', { ...person, nickname: 'Awa' })).status, 200)
  })

  test('of a longer kind suggests the short one', () => {
    assert.equal(nearestOf('created_from', ['type', 'from', 'to']), 'from')
  })

  test('has no neighbour where none is near', () => {
    assert.equal(nearestOf('colour', ['status', 'limit']), undefined)
    assert.equal(nearestOf('STATUS', ['status']), 'status')
  })
})

describe('a span of time that ends before it begins is refused by', () => {
  for (const path of [
    '/kyc/verifications',
    '/webhooks/ID/deliveries',
    '/usage',
    '/usage/summary',
  ]) {
    test(path, async () => {
      const { data } = await post('/webhooks', {
        url: 'https://127.0.0.1:9443/svc',
        events: ['verification.completed'],
      })
      const [from, to] = path.startsWith('/usage') ? ['from', 'to'] : ['created_from', 'created_to']
      const asked = path.replace('ID', String(data.id))
      const wrong = await get(`${asked}?${from}=2026-11-02&${to}=2026-11-01`)
      assert.deepEqual([wrong.status, wrong.error.param], [400, to])
      assert.equal(wrong.error.message, `${to} must not be before ${from}.`)
      const empty = await get(`${asked}?${from}=2026-11-01&${to}=2026-11-01`)
      assert.equal(empty.status, 200)
    })
  }
})

describe('"is required" is said of what is absent alone; a wrong type is named', () => {
  const wrong: readonly (readonly [path: string, body: object, message: RegExp])[] = [
    [
      '/kyc/sandbox/verify',
      { ...person, first_name: 5 },
      /^first_name must be a text .*, not a number\.$/,
    ],
    ['/kyc/sandbox/verify', { ...person, country: ['SN'] }, /^country must be .*, not a list\.$/],
    [
      '/kyc/sandbox/verify',
      { ...person, id_type: 7 },
      /^id_type must be one of .*, not a number\.$/,
    ],
    [
      '/kyc/sandbox/verify',
      { ...person, score_requested: 'true' },
      /^score_requested must be true or false, not a text\.$/,
    ],
    ['/kyc/sandbox/verify', { ...person, consent_given_at: 7 }, /not a number\.$/],
    ['/score/get', { verificationId: 7 }, /^verificationId must be the id .*, not a number\.$/],
    [
      '/kyc/sandbox/verify',
      { ...person, sandbox_delay_seconds: 1.5 },
      /^sandbox_delay_seconds must be a whole number of seconds from 0 to 600, not a fraction\.$/,
    ],
    [
      '/kyc/sandbox/verify',
      { ...person, sandbox_delay_seconds: 1e300 },
      /^sandbox_delay_seconds must be a whole number of seconds from 0 to 600\.$/,
    ],
    [
      '/kyc/sandbox/verify',
      { ...person, date_of_birth: '1991-02-30' },
      /^date_of_birth must be a real date/,
    ],
    ['/keys', { name: {} }, /^name must be a text .*, not an object\.$/],
    ['/keys', { name: 'B', scopes: 'kyc.read' }, /^scopes must be a list .*, not a text\.$/],
    ['/keys', { name: 'B', expires_at: 7 }, /^expires_at must be an instant .*, not a number\.$/],
    [
      '/webhooks',
      { url: true, events: ['verification.failed'] },
      /^url must be the https address .*, not true or false\.$/,
    ],
    [
      '/webhooks',
      { url: 'https://127.0.0.1:9443/', events: 'all' },
      /^events must be a list .*, not a text\.$/,
    ],
  ]
  for (const [path, body, message] of wrong) {
    test(`${path} ${JSON.stringify(body).slice(-40)}`, async () => {
      const { status, error } = await post(path, body)
      assert.equal(status, 400)
      assert.match(error.message, message)
      assert.ok(!error.message.includes('required'))
    })
  }

  const absent = { '/score/get': 'verificationId', '/keys': 'name' }
  for (const [path, field] of Object.entries(absent)) {
    test(`${path} without ${field}`, async () => {
      const { error } = await post(path, {})
      assert.match(error.message, new RegExp(`^${field} is required: `))
      assert.equal(error.details?.[0]?.code, 'missing')
    })
  }
})

test('an address in allowed_cidrs is refused with the way to write one', async () => {
  const { error } = await post('/keys', { name: 'Branch', allowed_cidrs: ['10.1.2.3'] })
  assert.equal(error.param, 'allowed_cidrs.0')
  const given = /such as .*, (\S+) for one address/.exec(error.message)?.[1]
  const { status } = await post('/keys', { name: 'Branch', allowed_cidrs: [given] })
  assert.equal(status, 201)
})

test('what the key’s environment has not is said to be missing there, since the other may have it', async () => {
  const { data } = await post('/webhooks', {
    url: 'https://hooks.bank.example/svc',
    events: ['verification.completed'],
  })
  const live = await app.key('live', scopes)
  const asked = [
    ['GET', `/webhooks/${data.id}`],
    ['GET', `/webhooks/${data.id}/deliveries`],
    ['POST', `/webhooks/${data.id}/test`],
    ['POST', `/keys/${String(data.id).replace('wh_', 'key_')}/rotate`],
    ['GET', `/kyc/verifications/${String(data.id).replace('wh_', 'ver_')}`],
  ] as const
  for (const [method, path] of asked) {
    const { status, error } = await call(`${app.url}${path}`, { key: live, method })
    assert.equal(status, 404)
    assert.match(error.message, /^No .+ has this id in this environment\./, path)
  }
})

describe('expires_at', () => {
  test('takes a date, which is its first instant, UTC', async () => {
    const { status, data } = await post('/keys', { name: 'Branch', expires_at: '2027-01-31' })
    assert.deepEqual([status, data.expires_at], [201, '2027-01-31T00:00:00.000Z'])
  })
})

describe('a path that there is not says where to go', () => {
  const base = () => app.url.replace(/\/v1$/, '')
  const paths: Readonly<Record<string, RegExp>> = {
    '/v1': /root of the API.*GET \/v1\/openapi\.json/,
    '/v1/': /root of the API/,
    '/api/v1': /root of the API/,
    '/v1/keys/': /no slash at the end: ask for \/v1\/keys\.$/,
    '/v1//keys': /Two slashes stand side by side: ask for \/v1\/keys\.$/,
    '/v1//kyc//verifications/': /Two slashes .*: ask for \/v1\/kyc\/verifications\.$/,
    '/v1/v1/keys': /prefix of the base URL twice: ask for \/v1\/keys\.$/,
    '/api/v1/v1/keys': /prefix of the base URL twice: ask for \/v1\/keys\.$/,
    '/v1/kyc/verifications/ver_1/': /ask for \/v1\/kyc\/verifications\/\{id\}\.$/,
    '/v1/KYC/verifications': /The case of paths counts: ask for \/v1\/kyc\/verifications\.$/,
    '/kyc/verify': /answers below \/v1: ask for \/v1\/kyc\/verify\.$/,
    '/v1/nothing': /GET \/v1\/openapi\.json/,
  }
  for (const [path, message] of Object.entries(paths)) {
    test(path, async () => {
      const { status, error } = await call(`${base()}${path}`, { key: manager })
      assert.deepEqual([status, error.code], [404, 'not_found'])
      assert.match(error.message, message)
    })
  }
})

describe('doc', () => {
  test('stands in every refusal of the API', async () => {
    const refusals = [
      await call(`${app.url}/keys`),
      await get('/keys?limit=0'),
      await get('/nothing'),
      await call(`${app.url}/keys`, { key: manager, method: 'PUT', json: {} }),
    ]
    for (const { error } of refusals) {
      const { doc } = error as { readonly doc?: string }
      assert.equal(doc, docOf(error.code as (typeof errorCodes)[number]))
    }
  })

  test('leads to an anchor that stands in the guide, once, for every code', () => {
    const page = readGuide('errors')
    for (const code of errorCodes) {
      const [file, anchor] = docOf(code).split('#')
      assert.equal(file, 'data/guide/errors.md')
      assert.equal(page.split(`<a id="${anchor}"></a>`).length, 2, code)
    }
  })
})
