import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DecryptError, decrypt, encrypt } from '../../../server/crypto/encrypt.ts'
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
    assert.equal(
      keyring.mac('api-key', 'svc_live_example').toString('hex'),
      'b42a48f84e9a8cee4139247d9fb38b0f1ffc200681dcc2626b002a99edf0e520',
    )
    assert.equal(
      keyring.mac('blind-index', 'example').toString('hex'),
      '7df9cfb44bae8dcc134b4c5e7c48de2b38b0cd735df8613e585f2fc6bef6b71d',
    )
    assert.equal(keyring.masterKeyId, 'c9a365c8edefba13')
  })
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
