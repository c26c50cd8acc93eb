// Submitting to a scripted Smile ID: what goes over the wire, and the way back after every interruption.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Log, type LogFields, silentLog } from '../../../server/kernel/log.ts'
import { isSignedBy } from '../../../server/providers/smile-id/signature.ts'
import { sendJson } from './http-stub.ts'
import {
  credentials,
  giveLink,
  oneAfterTheOther,
  refuse,
  reset,
  type Script,
  type Step,
  sendStatus,
  setUpSmile,
  store,
  submission,
} from './smile-stub.ts'

const { signal } = new AbortController()

describe('a submission', () => {
  test('is a prep upload with the documented fields, and the zip to the link', async (t) => {
    const { provider, stub, clock, calls } = await setUpSmile(t, {})
    const reply = await provider.submit(submission, signal)
    assert.deepEqual(reply, { kind: 'accepted', reference: '0000731201' })
    assert.deepEqual(calls(), ['prep', 'put'])
    const { timestamp, signature, ...prep } = JSON.parse(stub.received[0]?.body.toString() ?? '')
    assert.equal(timestamp, new Date(clock.now()).toISOString())
    assert.equal(isSignedBy(credentials, timestamp, signature), true)
    assert.deepEqual(prep, {
      smile_client_id: '085',
      partner_params: { user_id: 'user-1', job_id: 'job-1', job_type: 6 },
      callback_url: 'https://bank.example/v1/callbacks/smile-id/job-1',
      file_name: 'selfie.zip',
      model_parameters: {},
      source_sdk: 'rest_api',
      source_sdk_version: '1.0.0',
    })
    const put = stub.received[1]
    assert.equal(put?.method, 'PUT')
    assert.equal(put?.path, '/videos/1/selfie.zip?signed=1')
    assert.equal(put?.headers['content-type'], 'application/zip')
    assert.equal(put?.headers['content-length'], String(put?.body.length))
    const names = put?.headerNames.map((name) => name.toLowerCase()).sort()
    assert.deepEqual(names, ['connection', 'content-length', 'content-type', 'host'])
  })

  test('has no personal data, unless configured to', async (t) => {
    const spoken = async (sendClaims: boolean) => {
      const { provider, stub } = await setUpSmile(t, {}, { sendClaims })
      await provider.submit(submission, signal)
      return Buffer.concat(stub.received.map(({ body }) => body)).toString('latin1')
    }
    const silent = await spoken(false)
    for (const word of ['1990200100042', 'Awa', 'Testou']) assert.ok(!silent.includes(word), word)
    const demo = await spoken(true)
    for (const word of ['"id_number":"1990200100042"', 'Awa', 'Testou']) {
      assert.ok(demo.includes(word), word)
    }
  })

  test('is signed anew when the connection broke and it is repeated', async (t) => {
    const later: Step = (response, call, scene) => {
      scene.clock.advance(1_000)
      reset(response, call, scene)
    }
    const script = { prep: oneAfterTheOther(later, later, giveLink) }
    const { provider, calls, stub } = await setUpSmile(t, script)
    assert.equal((await provider.submit(submission, signal)).kind, 'accepted')
    assert.deepEqual(calls(), ['prep', 'prep', 'prep', 'put'])
    const preps = stub.received.slice(0, 3).map(({ body }) => JSON.parse(body.toString()))
    assert.equal(new Set(preps.map(({ signature }) => signature)).size, 3)
    assert.ok(preps.every((prep) => isSignedBy(credentials, prep.timestamp, prep.signature)))
  })

  test('is given up after two repeats', async (t) => {
    const { provider, calls } = await setUpSmile(t, { prep: reset })
    const reply = await provider.submit(submission, signal)
    assert.deepEqual(reply, { kind: 'unavailable', reason: 'network' })
    assert.equal(calls().length, 3)
  })
})

const jobExists = refuse('2215', 'Job already exists')
const existsAtFirst = oneAfterTheOther(jobExists, giveLink)
const expired = oneAfterTheOther((response) => response.writeHead(403).end('<Error/>'), store)
const answerWith =
  (fields: Record<string, unknown>): NonNullable<Script['status']> =>
  (response, _, scene) =>
    sendStatus(response, scene, fields)

/** Each ends with the images at Smile ID, and with them uploaded no more often than needed. */
const recoveries: readonly (readonly [string, Script, readonly string[]])[] = [
  [
    'whose job was registered but never uploaded',
    { prep: existsAtFirst },
    ['prep', 'status', 'prep retry', 'put'],
  ],
  [
    'of which Smile ID says that no zip came by a code',
    { prep: existsAtFirst, status: refuse('2314', 'No zip received') },
    ['prep', 'status', 'prep retry', 'put'],
  ],
  [
    'of which job status knows nothing yet',
    { prep: existsAtFirst, status: refuse('2304') },
    ['prep', 'status', 'prep retry', 'put'],
  ],
  [
    'whose zip is in and being worked on',
    { prep: jobExists, status: answerWith({ job_complete: false, result: {} }) },
    ['prep', 'status'],
  ],
  [
    'that has a result already',
    { prep: jobExists, status: answerWith({ job_complete: true, result: { ResultCode: '0811' } }) },
    ['prep', 'status'],
  ],
  [
    'that is complete, whatever else is said',
    { prep: jobExists, status: answerWith({ job_complete: true, result: 'No zip uploaded yet' }) },
    ['prep', 'status'],
  ],
  [
    'whose zip is in after all, so that no new link is given',
    { prep: jobExists },
    ['prep', 'status', 'prep retry'],
  ],
  ['whose link has expired', { put: expired }, ['prep', 'put', 'prep retry', 'put']],
]

describe('a submission comes through', () => {
  for (const [what, script, expected] of recoveries) {
    test(what, async (t) => {
      const { provider, calls } = await setUpSmile(t, script)
      assert.equal((await provider.submit(submission, signal)).kind, 'accepted')
      assert.deepEqual(calls(), expected)
    })
  }

  test('and returns Smile ID’s number of a job that has a result already', async (t) => {
    const status = answerWith({ job_complete: true, result: { SmileJobID: '0000731202' } })
    const { provider } = await setUpSmile(t, { prep: jobExists, status })
    const reply = await provider.submit(submission, signal)
    assert.deepEqual(reply, { kind: 'accepted', reference: '0000731202' })
  })
})

describe('a submission stops', () => {
  const stops: readonly (readonly [string, Script, string, readonly string[]])[] = [
    [
      'when a new link is refused like the old one',
      { put: (response) => response.writeHead(403).end() },
      'unavailable bad_answer',
      ['prep', 'put', 'prep retry', 'put'],
    ],
    [
      'when the storage is in trouble, and may have kept the zip',
      { put: (response) => response.writeHead(500).end() },
      'unavailable server_error',
      ['prep', 'put'],
    ],
    [
      'when somebody on the way to the storage is in trouble, who may have passed the zip on',
      { put: (response) => response.writeHead(503).end() },
      'unavailable server_error',
      ['prep', 'put'],
    ],
    [
      'when the storage gets too many',
      { put: (response) => response.writeHead(429).end() },
      'not_arrived rate_limited',
      ['prep', 'put'],
    ],
    [
      'when the storage says anything but 200',
      { put: (response) => response.writeHead(204).end() },
      'unavailable bad_answer',
      ['prep', 'put'],
    ],
    ['when the upload breaks at its end', { put: reset }, 'unavailable network', ['prep', 'put']],
    [
      'when nothing can be learnt about the job that exists',
      { prep: jobExists, status: refuse('2205', 'unauthorized') },
      'refused provider_credentials_refused',
      ['prep', 'status'],
    ],
    [
      'when a new link is refused for want of money',
      { prep: oneAfterTheOther(jobExists, refuse('2222', 'Insufficient balance', 402)) },
      'refused provider_wallet_empty',
      ['prep', 'status', 'prep retry'],
    ],
    [
      'when the prep upload brings a code and no link',
      { prep: (response) => sendJson(response, 200, { code: '2203', error: 'Malformed' }) },
      'refused provider_rejected_request',
      ['prep'],
    ],
    [
      'when the prep upload is sent elsewhere',
      { prep: (response) => response.writeHead(307, { Location: '/v1/job_status' }).end() },
      'unavailable bad_answer',
      ['prep'],
    ],
  ]
  for (const [what, script, expected, asked] of stops) {
    test(what, async (t) => {
      const { provider, calls } = await setUpSmile(t, script)
      const reply = await provider.submit(submission, signal)
      assert.equal('reason' in reply && `${reply.kind} ${reply.reason}`, expected)
      assert.deepEqual(calls(), asked)
    })
  }

  test('at its total deadline, wherever it is', async (t) => {
    // Long enough for the first call on a busy machine.
    const limits = { submitTimeoutMs: 3_000 }
    const { provider, calls } = await setUpSmile(t, { put: () => {} }, { limits })
    const reply = await provider.submit(submission, signal)
    assert.deepEqual(reply, { kind: 'unavailable', reason: 'timeout' })
    assert.deepEqual(calls(), ['prep', 'put'])
  })
})

describe('a link that leads elsewhere', () => {
  const links = [
    ['http://10.0.0.1/x', 'not_https'],
    ['http://169.254.169.254/latest', 'not_https'],
    ['https://store.example.com/x?signed=1', 'host_not_allowed'],
    ['http://localhost:9/x', 'host_not_allowed'],
  ] as const
  for (const [link, why] of links) {
    test(`(${link}) is not called, and is logged without its path`, async (t) => {
      const logged: (LogFields | undefined)[] = []
      const warn: Log['warn'] = (event, fields) => {
        if (event === 'upload_link_refused') logged.push(fields)
      }
      const { provider, calls, told } = await setUpSmile(
        t,
        { prep: (response) => sendJson(response, 200, { upload_url: link, code: '2202' }) },
        { log: { ...silentLog, warn } },
      )
      const { host } = new URL(link)
      assert.deepEqual(await provider.submit(submission, signal), {
        kind: 'refused',
        reason: 'provider_misconfigured',
        code: undefined,
        raw: { upload_link: why, upload_host: host },
      })
      assert.deepEqual(calls(), ['prep'])
      assert.deepEqual(logged, [{ provider: 'smile-id', host, reason: why }])
      assert.deepEqual(told.at(-1), `identity.upload ${host} address_forbidden`)
    })
  }

  test('(no URL of the web) is a bad answer', async (t) => {
    const { provider, calls } = await setUpSmile(t, {
      prep: (response) => sendJson(response, 200, { upload_url: 'file:///etc/x', code: '2202' }),
    })
    const reply = await provider.submit(submission, signal)
    assert.deepEqual(reply, { kind: 'unavailable', reason: 'bad_answer' })
    assert.deepEqual(calls(), ['prep'])
  })
})

test('what an error of the server says of a job or its images is not believed', async (t) => {
  const broken = { kind: 'unavailable', reason: 'server_error' }
  const atPrep = await setUpSmile(t, { prep: refuse('2215', 'Job already exists', 500) })
  assert.deepEqual(await atPrep.provider.submit(submission, signal), broken)
  const atStatus = await setUpSmile(t, { status: refuse('2314', 'No zip received', 500) })
  assert.deepEqual(await atStatus.provider.result(submission.job, signal), broken)
})
