// Asking a scripted Smile ID for a result: what goes over the wire, and every trouble an answer can be.

import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import { openLog } from '../../../server/kernel/log.ts'
import { isSignedBy, sign } from '../../../server/providers/smile-id/signature.ts'
import { until } from '../../support/turns.ts'
import { sendJson } from './http-stub.ts'
import {
  credentials,
  oneAfterTheOther,
  refuse,
  reset,
  type SmileScene,
  type Step,
  sendStatus,
  setUpSmile,
  submission,
} from './smile-stub.ts'

const { signal } = new AbortController()
const { job } = submission

const result = {
  SmileJobID: '0000731201',
  ResultCode: '0810',
  PartnerParams: { job_id: 'job-1', user_id: 'user-1', job_type: 6 },
  Actions: { Document_Check: 'Passed', Selfie_To_ID_Card_Compare: 'Completed' },
  FullName: 'AWA TESTOU',
  Novelty: { kept: true },
  Document: 'QUJD'.repeat(300_000),
}
const finished = { job_complete: true, job_success: true, result }
const answerWith =
  (fields: Record<string, unknown>): Step =>
  (response, _, scene) =>
    sendStatus(response, scene, fields)

describe('asking for a result', () => {
  test('sends the documented fields and hands on a large answer unchanged', async (t) => {
    const { provider, stub, clock } = await setUpSmile(t, { status: answerWith(finished) })
    const reply = await provider.result(job, signal)
    assert.equal(reply.kind === 'final' && reply.verdict.outcome, 'verified')
    assert.deepEqual(reply.kind === 'final' && reply.raw, result)
    const { timestamp, signature, ...asked } = JSON.parse(stub.received[0]?.body.toString() ?? '')
    assert.equal(timestamp, new Date(clock.now()).toISOString())
    assert.equal(isSignedBy(credentials, timestamp, signature), true)
    assert.deepEqual(asked, {
      partner_id: '085',
      user_id: 'user-1',
      job_id: 'job-1',
      image_links: false,
      history: false,
      source_sdk: 'rest_api',
      source_sdk_version: '1.0.0',
    })
  })

  const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
  const hostile: Readonly<Record<string, unknown>> = {
    'nested beyond 64 levels': { ...result, Novelty: deep(64) },
    'nested 100 000 levels deep': '[deep]',
    'made of half a million values': { ...result, Novelty: Array(500_000).fill(0) },
  }
  for (const [name, odd] of Object.entries(hostile)) {
    test(`takes an answer ${name} for a bad one, and soon`, async (t) => {
      const status: Step = (response, _, { clock }) => {
        const timestamp = new Date(clock.now()).toISOString()
        const signature = sign(credentials, timestamp)
        const text = JSON.stringify({ timestamp, signature, ...finished, result: odd })
        response.end(text.replace('"[deep]"', '['.repeat(100_000) + ']'.repeat(100_000)))
      }
      const { provider } = await setUpSmile(t, { status })
      const before = process.cpuUsage()
      const reply = await provider.result(job, signal)
      assert.deepEqual(reply, { kind: 'unavailable', reason: 'bad_answer' })
      // Not by the clock, which also runs while others have the processor.
      const { user, system } = process.cpuUsage(before)
      assert.ok(user + system < 2_000_000)
    })
  }

  test('takes an answer nested to just 64 levels', async (t) => {
    // The answer and its result are two of them.
    const nested = { ...result, Novelty: deep(62) }
    const { provider } = await setUpSmile(t, {
      status: answerWith({ ...finished, result: nested }),
    })
    const reply = await provider.result(job, signal)
    assert.deepEqual(reply.kind === 'final' && reply.raw, nested)
  })

  test('is repeated at once when the connection breaks', async (t) => {
    const { provider } = await setUpSmile(t, {
      status: oneAfterTheOther(reset, answerWith(finished)),
    })
    assert.equal((await provider.result(job, signal)).kind, 'final')
  })

  test('is given up during the pause before it is repeated', async (t) => {
    const limits = { repeatPausesMs: [60_000] }
    const { provider, told, calls } = await setUpSmile(t, { status: reset }, { limits })
    const stop = new AbortController()
    const asking = provider.result(job, stop.signal)
    await until(() => told.length > 0)
    stop.abort()
    assert.deepEqual(await asking, { kind: 'unavailable', reason: 'timeout' })
    assert.deepEqual(calls(), ['status'])
  })

  test('recognises that the images never arrived, by sentence or by code', async (t) => {
    for (const status of [undefined, refuse('2314'), refuse('2304')]) {
      const { provider } = await setUpSmile(t, status === undefined ? {} : { status })
      assert.deepEqual(await provider.result(job, signal), { kind: 'not_uploaded' })
    }
  })
})

/** A status answer whose signature is what `signed` makes of the present time. */
const answerSigned =
  (signed: (nowMs: number) => object): Step =>
  (response: ServerResponse, _: number, { clock }: SmileScene) =>
    sendJson(response, 200, { ...finished, ...signed(clock.now()) })

const signedBy = (apiKey: string, instantMs: number) => {
  const timestamp = new Date(instantMs).toISOString()
  return { timestamp, signature: sign({ ...credentials, apiKey }, timestamp) }
}

const about = (changed: object) => ({
  ...finished,
  result: { ...result, PartnerParams: { ...result.PartnerParams, ...changed } },
})

const troubles: readonly (readonly [string, Step, string])[] = [
  ['is no JSON', (response) => response.end('<html>'), 'unavailable bad_answer'],
  [
    'is cut short',
    (response) => response.end('{"job_complete":true,"res'),
    'unavailable bad_answer',
  ],
  ['is a list', (response) => sendJson(response, 200, [finished]), 'unavailable bad_answer'],
  [
    'is a redirect',
    (response) => response.writeHead(302, { Location: '/x' }).end(),
    'unavailable bad_answer',
  ],
  ['is a server error', (response) => response.writeHead(500).end(), 'unavailable server_error'],
  [
    'is a gateway’s page',
    (response) => response.writeHead(502).end('<html>'),
    'unavailable server_error',
  ],
  ['asks for patience', (response) => response.writeHead(429).end(), 'unavailable rate_limited'],
  ['asks for money', (response) => response.writeHead(402).end(), 'refused provider_wallet_empty'],
  ['refuses the key', refuse('2405', 'unauthorized'), 'refused provider_credentials_refused'],
  [
    'is too large',
    answerWith({ ...finished, padding: 'x'.repeat(4 * 1024 * 1024) }),
    'unavailable bad_answer',
  ],
  ['is not signed', answerSigned(() => ({})), 'unavailable bad_signature'],
  [
    'is signed with another key',
    answerSigned((now) => signedBy('other', now)),
    'unavailable bad_signature',
  ],
  [
    'was signed six minutes ago',
    answerSigned((now) => signedBy(credentials.apiKey, now - 360_000)),
    'unavailable stale_answer',
  ],
  ['is about another job', answerWith(about({ job_id: 'job-2' })), 'unavailable bad_answer'],
  ['is about another user', answerWith(about({ user_id: 'user-2' })), 'unavailable bad_answer'],
  ['is about another product', answerWith(about({ job_type: '11' })), 'unavailable bad_answer'],
  [
    'names another job beside the result',
    answerWith({ ...finished, job_id: 'job-2' }),
    'unavailable bad_answer',
  ],
]

describe('trouble in the log', () => {
  const logged = async (t: TestContext, status: Step) => {
    let lines = ''
    const log = openLog((line) => {
      lines += line
    })
    const { provider } = await setUpSmile(t, { status }, { log })
    await provider.result(job, signal)
    return lines
  }

  test('is its reason and four digits, never the words of the answer', async (t) => {
    const lines = await logged(t, refuse('2213', 'first_name AWA is missing'))
    const { level, event, time: _, ...fields } = JSON.parse(lines)
    assert.deepEqual([level, event], ['warn', 'provider_refused'])
    assert.deepEqual(fields, {
      provider: 'smile-id',
      reason: 'provider_rejected_request',
      code: '2213',
    })
  })

  test('has no code where the code could be anything', async (t) => {
    const lines = await logged(t, refuse('AWA TESTOU', 'no'))
    assert.ok(lines.includes('provider_rejected_request') && !lines.includes('AWA'), lines)
  })
})

describe('an answer to it', () => {
  for (const [what, status, expected] of troubles) {
    test(`that ${what} is ${expected}`, async (t) => {
      const { provider, calls } = await setUpSmile(t, { status })
      const reply = await provider.result(job, signal)
      assert.equal('reason' in reply && `${reply.kind} ${reply.reason}`, expected)
      assert.deepEqual(calls(), ['status'])
    })
  }

  test('that never comes is unavailable timeout', async (t) => {
    const limits = { statusTimeoutMs: 50 }
    const { provider } = await setUpSmile(t, { status: () => {} }, { limits })
    const reply = await provider.result(job, signal)
    assert.deepEqual(reply, { kind: 'unavailable', reason: 'timeout' })
  })

  test('is not waited for after an abort', async (t) => {
    const caller = new AbortController()
    const { provider } = await setUpSmile(t, { status: () => caller.abort() })
    const reply = await provider.result(job, caller.signal)
    assert.deepEqual(reply, { kind: 'unavailable', reason: 'timeout' })
  })
})
