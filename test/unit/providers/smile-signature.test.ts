import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isSignedBy, sign } from '../../../server/providers/smile-id/signature.ts'

/** Published with the protocol's description; two independent computations agree on them. */
const vectors = [
  {
    partnerId: '2',
    apiKey: 'key-123',
    timestamp: '2026-01-02T03:04:05.678Z',
    signature: 'PYOJUfGTzjc5X8/fsA4Ab9HDLUR4CUiDh7KLGFKzJZo=',
  },
  {
    partnerId: '085',
    apiKey: 'test-key',
    timestamp: '2026-09-04T12:00:00.000Z',
    signature: 'hXSkFTwDnVct35CUq0FVEwuP/1aSKsG1SwnP0suxeGc=',
  },
] as const

describe('the signature of Smile ID', () => {
  for (const { partnerId, apiKey, timestamp, signature } of vectors) {
    test(`of partner ${partnerId} is the published one`, () => {
      assert.equal(sign({ partnerId, apiKey }, timestamp), signature)
      assert.equal(isSignedBy({ partnerId, apiKey }, timestamp, signature), true)
    })
  }

  const { timestamp, signature, ...credentials } = vectors[1]
  const refused: readonly (readonly [string, unknown, unknown])[] = [
    ['another time', '2026-09-04T12:00:00.001Z', signature],
    ['another signature', timestamp, vectors[0].signature],
    ['a signature cut short', timestamp, signature.slice(0, -1)],
    ['no signature', timestamp, undefined],
    ['a signature that is no text', timestamp, [signature]],
    ['no time', undefined, signature],
    ['a time that is an object', { timestamp }, signature],
  ]
  for (const [what, time, given] of refused) {
    test(`is refused for ${what}`, () => {
      assert.equal(isSignedBy(credentials, time, given), false)
    })
  }

  test('counts the zeros in front of the partner id', () => {
    assert.notEqual(sign({ ...credentials, partnerId: '85' }, timestamp), signature)
  })

  test('covers a time in milliseconds as the digits that were sent', () => {
    const given = sign(credentials, '1788523200000')
    assert.equal(isSignedBy(credentials, 1_788_523_200_000, given), true)
  })
})
