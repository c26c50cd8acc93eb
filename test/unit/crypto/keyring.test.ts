import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { cachedKeysMax, createDataKeyCache } from '../../../server/crypto/data-key-cache.ts'
import { DecryptError, decrypt, encrypt, keyIdOf } from '../../../server/crypto/encrypt.ts'
import { createKeyring } from '../../../server/crypto/keyring.ts'
import { masterKeyFrom } from '../../../server/crypto/master-key.ts'
import {
  keyPurposes,
  newPurposeKey,
  purposeKeyFrom,
  unwrapPurposeKey,
  wrapPurposeKey,
} from '../../../server/crypto/purpose-key.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { testKeyring } from '../../support/test-keyring.ts'

const keyring = testKeyring()
const text = Buffer.from('kept')

describe('one purpose, one key', () => {
  test('the same text has another digest for every purpose and every master key', () => {
    const purposes = ['api-key', 'blind-index', 'idempotency'] as const
    const digests = [keyring, testKeyring(8)].flatMap((ring) =>
      purposes.map((purpose) => ring.mac(purpose, 'same text').toString('hex')),
    )
    assert.equal(new Set(digests).size, 6)
  })

  test('a wrapped data key does not decrypt as a small encrypted value, nor the other way round', () => {
    const wrapped = keyring.wrapDataKey('ver_1', keyring.createDataKey())
    assert.throws(
      () => keyring.decryptSmall('idempotency', wrapped, 'data-key:ver_1'),
      DecryptError,
    )
    const small = keyring.encryptSmall('idempotency', Buffer.alloc(32), 'data-key:ver_1')
    assert.throws(() => keyring.openDataKey('ver_1', small), DecryptError)
  })

  test('digests stay valid from release to release', () => {
    const raw = Buffer.alloc(32, 9)
    const keys = keyPurposes.map((purpose) => purposeKeyFrom(purpose, raw, 0))
    const ring = createKeyring({ masterKeyId: 'm', keys, nowMs: 0 })
    const expected = createHmac('sha256', raw).update('svc_live_example').digest('hex')
    assert.equal(ring.mac('api-key', 'svc_live_example').toString('hex'), expected)
    assert.equal(keyring.masterKeyId, 'c9a365c8edefba13')
  })

  test('a newer key is used from its time on, and the older one still decrypts and finds', () => {
    const older = keyPurposes.map((purpose) => purposeKeyFrom(purpose, Buffer.alloc(32, 1), 0))
    const newer = (['seal_event', 'mac_api_key', 'wrapping'] as const).map((purpose) =>
      purposeKeyFrom(purpose, Buffer.alloc(32, 2), 100),
    )
    const ring = createKeyring({ masterKeyId: 'm', keys: older, nowMs: 0 })
    const before = ring.encryptSmall('event', text, 'here')
    const wrapped = ring.wrapDataKey('ver_1', ring.createDataKey())
    const digest = ring.mac('api-key', 'k')
    ring.replace({ masterKeyId: 'm', keys: [...older, ...newer], nowMs: 99 })
    assert.deepEqual(ring.mac('api-key', 'k'), digest)
    const known = ring.keyId('seal_event')
    ring.replace({ masterKeyId: 'm', keys: [...older, ...newer], nowMs: 100 })
    assert.notEqual(ring.keyId('seal_event'), known)
    assert.notDeepEqual(ring.mac('api-key', 'k'), digest)
    assert.deepEqual(ring.macs('api-key', 'k')[1], digest)
    assert.deepEqual(ring.decryptSmall('event', before, 'here'), text)
    assert.ok(ring.openDataKey('ver_1', wrapped))
    const after = ring.encryptSmall('event', text, 'here')
    assert.equal(keyIdOf(after), ring.keyId('seal_event'))
    ring.replace({ masterKeyId: 'm', keys: older, nowMs: 100 })
    assert.throws(() => ring.decryptSmall('event', after, 'here'), DecryptError)
  })
})

test('before the time of all its keys, as after a clock was set back, the oldest is used', () => {
  const keys = keyPurposes.flatMap((purpose) =>
    [300, 200].map((usedFrom) => purposeKeyFrom(purpose, Buffer.alloc(32, usedFrom), usedFrom)),
  )
  const ring = createKeyring({ masterKeyId: 'm', keys, nowMs: 100 })
  const oldest = keys.find(({ purpose, usedFrom }) => purpose === 'mac_audit' && usedFrom === 200)
  assert.equal(ring.keyId('mac_audit'), oldest?.id)
})

test('a stored key is unwrapped as the key that it says it is, and by its master key only', () => {
  const master = masterKeyFrom(Buffer.alloc(32, 1))
  const key = newPurposeKey('seal_event', 5)
  const stored = wrapPurposeKey(master, key)
  assert.deepEqual(unwrapPurposeKey(master, stored), key)
  const other = wrapPurposeKey(master, newPurposeKey('seal_event', 5))
  const wrong = [
    { ...stored, purpose: 'seal_user' as const },
    { ...stored, id: other.id },
    { ...stored, wrapped: other.wrapped },
    { ...stored, checkValue: other.checkValue },
    { ...stored, checkValue: stored.checkValue.subarray(0, 7) },
    wrapPurposeKey(master, { ...key, id: other.id }),
  ]
  for (const one of wrong) assert.throws(() => unwrapPurposeKey(master, one), DecryptError)
  const another = masterKeyFrom(Buffer.alloc(32, 2))
  assert.throws(() => unwrapPurposeKey(another, stored), DecryptError)
})

describe('data keys', () => {
  test('a data key opens again from its wrapped form, also after a restart', () => {
    const key = keyring.createDataKey()
    const wrapped = keyring.wrapDataKey('ver_1', key)
    const encrypted = encrypt(key, text, 'here')
    assert.deepEqual(decrypt(testKeyring().openDataKey('ver_1', wrapped), encrypted, 'here'), text)
  })

  test('it opens for its subject only, and under its master key only', () => {
    const wrapped = keyring.wrapDataKey('ver_1', keyring.createDataKey())
    assert.throws(() => keyring.openDataKey('ver_2', wrapped), DecryptError)
    assert.throws(() => testKeyring(8).openDataKey('ver_1', wrapped), DecryptError)
  })

  describe('that was opened a moment ago', () => {
    const raw = (fill: number) => Buffer.alloc(32, fill)
    const keysOf = (fill: number) =>
      keyPurposes.map((purpose) => purposeKeyFrom(purpose, raw(fill), 0))

    function keepingRing() {
      const clock = new ManualClock()
      const keys = { masterKeyId: 'm', keys: keysOf(1), nowMs: 0 }
      const ring = createKeyring(keys, createDataKeyCache(clock))
      const wrapped = ring.wrapDataKey('ver_1', ring.createDataKey())
      return { clock, ring, wrapped, first: ring.openDataKey('ver_1', wrapped) }
    }

    test('is not unwrapped again for a minute', () => {
      const { clock, ring, wrapped, first } = keepingRing()
      clock.advance(59_999)
      assert.equal(ring.openDataKey('ver_1', Buffer.from(wrapped)), first)
      clock.advance(1)
      assert.notEqual(ring.openDataKey('ver_1', wrapped), first)
    })

    test('opens from the bytes that are stored only, and for its subject only', () => {
      const { ring, wrapped } = keepingRing()
      const altered = Buffer.from(wrapped)
      altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1
      assert.throws(() => ring.openDataKey('ver_1', altered), DecryptError)
      assert.throws(() => ring.openDataKey('ver_2', wrapped), DecryptError)
    })

    test('is forgotten when the keys that wrap data keys are replaced', () => {
      const { ring, wrapped } = keepingRing()
      ring.replace({ masterKeyId: 'm', keys: keysOf(2), nowMs: 0 })
      assert.throws(() => ring.openDataKey('ver_1', wrapped), DecryptError)
    })

    test('is the oldest to be forgotten when many are opened', () => {
      const { ring, wrapped, first } = keepingRing()
      const open = (id: string) => ring.openDataKey(id, ring.wrapDataKey(id, ring.createDataKey()))
      for (let count = 1; count < cachedKeysMax; count += 1) open(`ver_${count + 1}`)
      assert.equal(ring.openDataKey('ver_1', wrapped), first)
      open('ver_last')
      assert.notEqual(ring.openDataKey('ver_1', wrapped), first)
    })
  })

  test('each is a new one', () => {
    const ids = Array.from({ length: 100 }, () => keyring.createDataKey().id)
    assert.equal(new Set(ids.map((id) => id.toString('hex'))).size, 100)
  })
})

test('a small encrypted value decrypts in its place only', () => {
  const encrypted = keyring.encryptSmall('idempotency', text, 'key_1')
  assert.deepEqual(keyring.decryptSmall('idempotency', encrypted, 'key_1'), text)
  assert.throws(() => keyring.decryptSmall('idempotency', encrypted, 'key_2'), DecryptError)
})
