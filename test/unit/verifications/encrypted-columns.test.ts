import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DecryptError, encrypt, encryptionKey } from '../../../server/crypto/encrypt.ts'
import {
  decryptClaims,
  decryptProviderAnswer,
  encryptClaims,
  encryptProviderAnswer,
  indexIdNumber,
} from '../../../server/verifications/erasure/encrypted-columns.ts'
import { testKeyring } from '../../support/test-keyring.ts'

const key = encryptionKey(Buffer.alloc(32, 1))
const claims = { firstName: 'Aïcha 😀', dateOfBirth: '1991-02-03' }

describe('the personal data of a verification', () => {
  test('decrypts to what was encrypted: claims that are absent stay absent', () => {
    assert.deepEqual(decryptClaims(key, 'ver_1', encryptClaims(key, 'ver_1', claims)), claims)
    assert.deepEqual(decryptClaims(key, 'ver_1', encryptClaims(key, 'ver_1', {})), {})
  })

  test('keeps the provider’s answer to the letter', () => {
    for (const answer of [{ a: [1, null, { b: 'é' }] }, [], 'text', null, 0, false]) {
      assert.deepEqual(
        decryptProviderAnswer(key, 'v', encryptProviderAnswer(key, 'v', answer)),
        answer,
      )
    }
  })

  test('opens neither for another verification nor as another part of the same', () => {
    const encrypted = encryptClaims(key, 'ver_1', claims)
    assert.throws(() => decryptClaims(key, 'ver_2', encrypted), DecryptError)
    assert.throws(() => decryptProviderAnswer(key, 'ver_1', encrypted), DecryptError)
    const answer = encryptProviderAnswer(key, 'ver_1', claims)
    assert.throws(() => decryptClaims(key, 'ver_1', answer), DecryptError)
  })

  test('is refused if it does not have the form of claims', () => {
    for (const text of ['[]', '{"firstName":5}', '{"firstName":null}', '"x"']) {
      const encrypted = encrypt(key, Buffer.from(text), 'verifications.claims:ver_1')
      assert.throws(() => decryptClaims(key, 'ver_1', encrypted), text)
    }
  })
})

describe('the index of document numbers', () => {
  const keyring = testKeyring()
  const index = (number: string, country = 'SN') =>
    indexIdNumber(keyring, country, number)?.toString('hex')

  test('finds a number however it is spaced, cased or punctuated', () => {
    const spellings = ['AB 123-456', 'ab123456', 'AB.123/456', ' ab 123 456 ', 'ＡＢ123456']
    assert.equal(new Set(spellings.map((spelling) => index(spelling))).size, 1)
  })

  test('differs between numbers, countries and installations', () => {
    const elsewhere = indexIdNumber(testKeyring(8), 'SN', 'AB123456')?.toString('hex')
    const different = [index('AB123456'), index('AB123457'), index('AB123456', 'MA'), elsewhere]
    assert.equal(new Set(different).size, 4)
  })

  test('is that of earlier releases, whose verifications are searched by it', () => {
    const stored = keyring.mac('blind-index', 'id-number:GH:GHA7253412345').toString('hex')
    assert.equal(index('GHA-725341234-5', 'GH'), stored)
  })

  test('is a digest of fixed length that does not hold the number, and absent without one', () => {
    const digest = indexIdNumber(keyring, 'SN', 'AB123456')
    assert.equal(digest?.length, 32)
    assert.ok(!digest?.includes('123456'))
    assert.equal(indexIdNumber(keyring, 'SN', undefined), undefined)
  })
})
