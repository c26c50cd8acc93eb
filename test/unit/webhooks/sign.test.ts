import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  generateSecret,
  type SecretState,
  type SigningInput,
  signature,
  signatureHeaders,
  signingSecrets,
  type TimestampMode,
  timestampFor,
} from '../../../server/webhooks/sign.ts'
import { verifySignature } from '../../../server/webhooks/verify-signature.ts'

const createdAt = Date.UTC(2026, 10, 21, 9, 0, 0, 700)
const createdSeconds = Math.floor(createdAt / 1000)
const second = 1000

describe('a secret', () => {
  test('is whsec_ and 43 characters that no shell and no URL minds, never the same', () => {
    const secrets = Array.from({ length: 100 }, generateSecret)
    for (const secret of secrets) assert.match(secret, /^whsec_[A-Za-z0-9_-]{43}$/)
    assert.equal(new Set(secrets).size, 100)
  })

  test('keys the HMAC by its whole text, prefix included', () => {
    const body = Buffer.from('{}')
    // printf '1795251600.{}' | openssl dgst -sha256 -hmac whsec_abc
    const digest = '78b08850766a244069ed5938815043a339d1396853b6b9121c7834db993d3277'
    assert.equal(signature('whsec_abc', 1_795_251_600, body), digest)
  })
})

describe('the timestamp', () => {
  const cases: readonly (readonly [TimestampMode, ageMs: number, 'creation' | 'attempt'])[] = [
    ['auto', 0, 'creation'],
    ['auto', 61 * second, 'creation'],
    ['auto', 240 * second, 'creation'],
    ['auto', 240 * second + 1, 'attempt'],
    ['auto', 6 * 60 * second, 'attempt'],
    ['auto', 11 * 60 * 60 * second, 'attempt'],
    ['auto', -second, 'creation'],
    ['auto', -10 * 60 * second, 'attempt'],
    ['event', 0, 'creation'],
    ['event', 11 * 60 * 60 * second, 'creation'],
    ['attempt', 61 * second, 'attempt'],
    ['attempt', 11 * 60 * 60 * second, 'attempt'],
  ]
  for (const [mode, ageMs, meaning] of cases) {
    test(`in mode ${mode}, ${ageMs / 1000} s after the event, is the ${meaning}`, () => {
      const nowMs = createdAt + ageMs
      const stamped = meaning === 'creation' ? createdSeconds : Math.floor(nowMs / 1000)
      assert.equal(timestampFor(mode, { createdAt, nowMs }), stamped)
    })
  }

  test('of every attempt of the schedule is taken in mode auto, of late ones refused in mode event', () => {
    const attemptsMs = [0, 1, 6, 36, 156].map((minutes) => minutes * 60 * second)
    const verdicts = (mode: TimestampMode) =>
      attemptsMs.map((ageMs) => {
        const input = signing({ mode, nowMs: createdAt + ageMs })
        const delivery = { body: input.body, headers: signatureHeaders(input) }
        return verifySignature(delivery, { secret: 'whsec_current', nowMs: input.nowMs })
      })
    const stale = 'stale_timestamp'
    assert.deepEqual(verdicts('auto'), Array(5).fill('valid'))
    assert.deepEqual(verdicts('event'), ['valid', 'valid', stale, stale, stale])
  })
})

describe('a rotation', () => {
  const activatesAt = createdAt + 60 * second
  const secrets: SecretState = {
    current: 'whsec_current',
    next: { secret: 'whsec_next', activatesAt },
  }

  test('lets the current secret sign until the next one is active, which then signs alone', () => {
    assert.deepEqual(signingSecrets(secrets, activatesAt - 1), {
      signing: 'whsec_current',
      overlapping: ['whsec_current', 'whsec_next'],
    })
    const active = { signing: 'whsec_next', overlapping: [] }
    assert.deepEqual(signingSecrets(secrets, activatesAt), active)
    const alone = { current: 'whsec_current', next: undefined }
    assert.deepEqual(signingSecrets(alone, createdAt), {
      signing: 'whsec_current',
      overlapping: [],
    })
  })

  test('sends both signatures of one time in svc-signatures, and the current one alone as ever', () => {
    const input = signing({ secrets, nowMs: createdAt + 30 * second })
    const digest = (secret: string) => signature(secret, createdSeconds, input.body)
    assert.deepEqual(signatureHeaders(input), {
      'svc-signature': digest('whsec_current'),
      'svc-timestamp': String(createdSeconds),
      'svc-signatures': `v1=${digest('whsec_current')},v1=${digest('whsec_next')}`,
    })
  })

  test('leaves svc-signatures out before it begins and once it is over', () => {
    const over = signatureHeaders(signing({ secrets, nowMs: activatesAt }))
    assert.deepEqual(Object.keys(over), ['svc-signature', 'svc-timestamp'])
    assert.equal(over['svc-signature'], signature('whsec_next', createdSeconds, signing({}).body))
    assert.deepEqual(Object.keys(signatureHeaders(signing({}))), ['svc-signature', 'svc-timestamp'])
  })

  test('is never noticed by a receiver that changes its secret at any moment of it', () => {
    for (const nowMs of [createdAt, activatesAt - 1, activatesAt]) {
      const input = signing({ secrets, nowMs })
      const delivery = { body: input.body, headers: signatureHeaders(input) }
      assert.equal(verifySignature(delivery, { secret: 'whsec_next', nowMs }), 'valid')
    }
  })
})

function signing(changes: Partial<SigningInput>): SigningInput {
  return {
    secrets: { current: 'whsec_current', next: undefined },
    mode: 'auto',
    createdAt,
    nowMs: createdAt,
    body: Buffer.from('{"event":"webhook.test"}'),
    ...changes,
  }
}
