import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { signatureHeaders } from '../../../server/webhooks/sign.ts'
import { verifySignature } from '../../../server/webhooks/verify-signature.ts'
import { anyText } from '../../support/any-text.ts'

const nowMs = Date.UTC(2026, 10, 21, 9, 0, 0)

/** ASCII, as every secret is: one flipped bit of the lower seven is one other character. */
const secrets = fc.string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 60 })
const bodies = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes))
const anyBit = fc.nat()

describe('what our code signs', () => {
  test('is valid, and not once any bit of body, time, secret or digest flips', () => {
    fc.assert(
      fc.property(secrets, bodies, anyBit, (secret, body, bit) => {
        const headers = signed(secret, body)
        const flipped = (name: string, encoding: 'latin1' | 'hex') =>
          flipBit(Buffer.from(headers[name] ?? '', encoding), bit).toString(encoding)
        const time = { ...headers, 'svc-timestamp': flipped('svc-timestamp', 'latin1') }
        const digest = { ...headers, 'svc-signature': flipped('svc-signature', 'hex') }
        const otherSecret = flipBit(Buffer.from(secret), bit, 7).toString()
        const mismatch = 'signature_mismatch'
        assert.equal(verifySignature({ body, headers }, { secret, nowMs }), 'valid')
        const otherBody = { body: flipBit(body, bit), headers }
        assert.equal(verifySignature(otherBody, { secret, nowMs }), mismatch)
        assert.equal(verifySignature({ body, headers: digest }, { secret, nowMs }), mismatch)
        assert.notEqual(verifySignature({ body, headers: time }, { secret, nowMs }), 'valid')
        const asOther = { secret: otherSecret, nowMs }
        assert.equal(verifySignature({ body, headers }, asOther), mismatch)
      }),
      { seed: 20261121, numRuns: 300 },
    )
  })

  test('is not valid under any other time, not even one that is fresh', () => {
    fc.assert(
      fc.property(secrets, bodies, fc.integer({ min: -300, max: 300 }), (secret, body, shift) => {
        const headers = signed(secret, body)
        const timestamp = String(Number(headers['svc-timestamp']) + shift)
        const delivery = { body, headers: { ...headers, 'svc-timestamp': timestamp } }
        const expected = shift === 0 ? 'valid' : 'signature_mismatch'
        assert.equal(verifySignature(delivery, { secret, nowMs }), expected)
      }),
      { seed: 20261121, numRuns: 300 },
    )
  })
})

describe('whatever stands in the headers', () => {
  test('may have spaces between the signatures of a list, as proxies write them', () => {
    const body = Buffer.from('{}')
    const { 'svc-signature': digest, ...rest } = signed('whsec_1', body)
    const list = `v0=${digest}, v1=${'0'.repeat(64)} , v1=${digest}`
    const headers = { ...rest, 'svc-signatures': list }
    assert.equal(verifySignature({ body, headers }, { secret: 'whsec_1', nowMs }), 'valid')
  })

  test('is judged and never thrown at', () => {
    const value = fc.option(fc.oneof(fc.string(), fc.array(fc.string()), anyText), {
      nil: undefined,
    })
    fc.assert(
      fc.property(value, value, value, (single, list, timestamp) => {
        const headers = {
          'svc-signature': single,
          'svc-signatures': list,
          'svc-timestamp': timestamp,
        }
        const delivery = { body: Buffer.from('{}'), headers }
        assert.notEqual(verifySignature(delivery, { secret: 'whsec_x', nowMs }), 'valid')
      }),
      { seed: 20261121, numRuns: 1000 },
    )
  })
})

describe('the age', () => {
  const headers = signed('whsec_x', Buffer.from('{}'))
  const verdict = (ageMs: number, toleranceSeconds?: number) =>
    verifySignature(
      { body: Buffer.from('{}'), headers },
      {
        secret: 'whsec_x',
        nowMs: nowMs + ageMs,
        ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
      },
    )

  test('may be 300 whole seconds on either side', () => {
    assert.deepEqual([verdict(300_999), verdict(301_000)], ['valid', 'stale_timestamp'])
    assert.deepEqual([verdict(-300_000), verdict(-300_001)], ['valid', 'future_timestamp'])
  })

  test('is not judged under an infinite tolerance', () => {
    assert.equal(verdict(10 ** 12, Number.POSITIVE_INFINITY), 'valid')
    assert.equal(verdict(-(10 ** 11), Number.POSITIVE_INFINITY), 'valid')
  })
})

function signed(secret: string, body: Buffer): Record<string, string> {
  const state = { current: secret, next: undefined }
  return signatureHeaders({ secrets: state, mode: 'auto', createdAt: nowMs, nowMs, body })
}

/** Flips one of the `bitsEach` lowest bits of one byte. */
function flipBit(bytes: Buffer, bit: number, bitsEach = 8): Buffer {
  const flipped = Buffer.from(bytes)
  const at = Math.floor(bit / bitsEach) % flipped.length
  flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (bit % bitsEach)), at)
  return flipped
}
