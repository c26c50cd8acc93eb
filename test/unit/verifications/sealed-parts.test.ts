import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { seal, sealingKey, UnsealError } from '../../../server/crypto/seal.ts'
import {
  indexIdNumber,
  openClaims,
  openProviderAnswer,
  sealClaims,
  sealProviderAnswer,
} from '../../../server/verifications/sealed-parts.ts'
import { testKeyring } from '../../support/test-keyring.ts'

const key = sealingKey(Buffer.alloc(32, 1))
const claims = { firstName: 'Aïcha 😀', dateOfBirth: '1991-02-03' }

describe('what a verification holds of the person', () => {
  test('opens as it was sealed: claims that are absent stay absent', () => {
    assert.deepEqual(openClaims(key, 'ver_1', sealClaims(key, 'ver_1', claims)), claims)
    assert.deepEqual(openClaims(key, 'ver_1', sealClaims(key, 'ver_1', {})), {})
  })

  test('keeps the provider’s answer to the letter', () => {
    for (const answer of [{ a: [1, null, { b: 'é' }] }, [], 'text', null, 0, false]) {
      assert.deepEqual(openProviderAnswer(key, 'v', sealProviderAnswer(key, 'v', answer)), answer)
    }
  })

  test('opens neither for another verification nor as another part of the same', () => {
    const sealed = sealClaims(key, 'ver_1', claims)
    assert.throws(() => openClaims(key, 'ver_2', sealed), UnsealError)
    assert.throws(() => openProviderAnswer(key, 'ver_1', sealed), UnsealError)
    const answer = sealProviderAnswer(key, 'ver_1', claims)
    assert.throws(() => openClaims(key, 'ver_1', answer), UnsealError)
  })

  test('is refused where it is not what claims look like', () => {
    for (const text of ['[]', '{"firstName":5}', '{"firstName":null}', '"x"']) {
      const sealed = seal(key, Buffer.from(text), 'verifications.claims:ver_1')
      assert.throws(() => openClaims(key, 'ver_1', sealed), text)
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

  test('tells numbers, countries and installations apart', () => {
    const elsewhere = indexIdNumber(testKeyring(8), 'SN', 'AB123456')?.toString('hex')
    const different = [index('AB123456'), index('AB123457'), index('AB123456', 'MA'), elsewhere]
    assert.equal(new Set(different).size, 4)
  })

  test('is a digest of fixed length that does not hold the number, and absent without one', () => {
    const digest = indexIdNumber(keyring, 'SN', 'AB123456')
    assert.equal(digest?.length, 32)
    assert.ok(!digest?.includes('123456'))
    assert.equal(indexIdNumber(keyring, 'SN', undefined), undefined)
  })
})
