import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSmileIdCallback } from '../../../server/providers/smile-id/callback.ts'
import { sign } from '../../../server/providers/smile-id/signature.ts'
import { nowMs } from './smile-answers.ts'

const credentials = { partnerId: '085', apiKey: 'test-key' }
const hourMs = 60 * 60_000

function signedAt(instantMs: number, key = credentials): { timestamp: string; signature: string } {
  const timestamp = new Date(instantMs).toISOString()
  return { timestamp, signature: sign(key, timestamp) }
}

const result = { ResultCode: '0810', PartnerParams: { job_id: 'job-1', user_id: 'user-1' } }
const read = (body: unknown) => readSmileIdCallback(body, credentials, nowMs)

describe('a callback', () => {
  const authentic: readonly (readonly [string, unknown])[] = [
    ['a bare result', { ...result, ...signedAt(nowMs) }],
    ['an envelope', { job_complete: true, result, ...signedAt(nowMs) }],
    ['an envelope around a signed result', { result: { ...result, ...signedAt(nowMs) } }],
    ['an envelope that names the job itself', { job_id: 'job-1', result: 'x', ...signedAt(nowMs) }],
    ['a result that comes 23 hours late', { ...result, ...signedAt(nowMs - 23 * hourMs) }],
  ]
  for (const [what, body] of authentic) {
    test(`names its job when it is ${what}`, () => {
      assert.deepEqual(read(body), { kind: 'authentic', jobId: 'job-1' })
    })
  }

  const other = { ...credentials, apiKey: 'another-key' }
  const refused: readonly (readonly [string, unknown, string])[] = [
    ['signed with another key', { ...result, ...signedAt(nowMs, other) }, 'bad_signature'],
    ['not signed', result, 'bad_signature'],
    [
      'signed for another time',
      { ...result, ...signedAt(nowMs), timestamp: '2026' },
      'bad_signature',
    ],
    ['signed 25 hours ago', { ...result, ...signedAt(nowMs - 25 * hourMs) }, 'stale'],
    ['signed in an hour', { ...result, ...signedAt(nowMs + hourMs) }, 'stale'],
    ['about no job', { ResultCode: '0810', ...signedAt(nowMs) }, 'malformed'],
    ['about a job without end', { job_id: 'j'.repeat(101), ...signedAt(nowMs) }, 'malformed'],
    ['a text', 'job-1', 'malformed'],
    ['a list', [result], 'malformed'],
    ['nothing', undefined, 'malformed'],
  ]
  for (const [what, body, reason] of refused) {
    test(`is refused as ${reason} when it is ${what}`, () => {
      assert.deepEqual(read(body), { kind: 'refused', reason })
    })
  }

  test('that reports fraud is kept whole, and too large a one only as what was found, whoever wrote it', () => {
    const report = (userId: string) => {
      const PartnerParams = { job_id: 'job-1', user_id: userId }
      return read({ ResultCode: '5211', SmileJobID: '42', PartnerParams, ...signedAt(nowMs) })
    }
    const found = { SmileJobID: '42', ResultCode: '5211' }
    const whole = report('user-1')
    assert.ok(whole.kind === 'authentic' && whole.report !== undefined)
    assert.match(JSON.stringify(whole.report), /user-1/)
    const authentic = { kind: 'authentic', jobId: 'job-1', report: found }
    assert.deepEqual(report('u'.repeat(200_000)), authentic)
  })
})
