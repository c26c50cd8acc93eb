import assert from 'node:assert/strict'
import { createCipheriv, createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  createEncryptor,
  DecryptError,
  decrypt,
  encrypt,
  encryptionKey,
  encryptionOverheadBytes,
} from '../../../server/crypto/encrypt.ts'

const raw = Buffer.alloc(32, 1)
const key = encryptionKey(raw)
const otherKey = encryptionKey(Buffer.alloc(32, 2))
const boundTo = 'verifications.claims:ver_1'
const plaintext = Buffer.from('Aminata, born 1991-02-03')

/** Where each part of an encrypted text begins. */
const parts = { version: 0, keyId: 1, nonce: 5, body: 17, tag: 17 + plaintext.length }

describe('sealing', () => {
  for (const bytes of [0, 1, 15, 16, 17, 4096, 1_000_000]) {
    test(`${bytes} bytes decrypt to the same, ${encryptionOverheadBytes} bytes longer while encrypted`, () => {
      const image = Buffer.alloc(bytes, 'x')
      const encrypted = encrypt(key, image, boundTo)
      assert.equal(encrypted.length, bytes + encryptionOverheadBytes)
      assert.deepEqual(decrypt(key, encrypted, boundTo), image)
    })
  }

  test('the plaintext is not in the encrypted bytes, nor is the key', () => {
    const encrypted = encrypt(key, plaintext, boundTo)
    assert.ok(!encrypted.includes('Aminata'))
    assert.ok(!encrypted.includes(raw.subarray(0, 4)))
  })

  test('a nonce never comes twice: 10 000 encryptions of one text are all different', () => {
    const nonces = new Set<string>()
    for (let count = 0; count < 10_000; count += 1) {
      nonces.add(encrypt(key, plaintext, boundTo).toString('hex', parts.nonce, parts.body))
    }
    assert.equal(nonces.size, 10_000)
  })

  test('the format stays: what an earlier release encrypted still decrypts', () => {
    const nonce = Buffer.from('000102030405060708090a0b', 'hex')
    const cipher = createCipheriv('aes-256-gcm', raw, nonce).setAAD(Buffer.from(boundTo))
    const body = Buffer.concat([cipher.update(plaintext), cipher.final()])
    const keyId = createHash('sha256').update('svc sealing key id').update(raw).digest()
    const header = Buffer.concat([Buffer.of(1), keyId.subarray(0, 4), nonce])
    const encrypted = Buffer.concat([header, body, cipher.getAuthTag()])
    assert.deepEqual(decrypt(key, encrypted, boundTo), plaintext)
  })

  test('a key has 32 bytes', () => {
    assert.throws(() => encryptionKey(Buffer.alloc(31)), /32 bytes/)
    assert.throws(() => encryptionKey(Buffer.alloc(33)), /32 bytes/)
  })
})

describe('what was tampered with does not open', () => {
  const encrypted = encrypt(key, plaintext, boundTo)
  const starts = Object.entries(parts)
  starts.forEach(([part, start], index) => {
    const end = starts[index + 1]?.[1] ?? encrypted.length
    test(`any one bit of the ${part}`, () => {
      for (let bit = start * 8; bit < end * 8; bit += 1) {
        const altered = Buffer.from(encrypted)
        altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        assert.throws(() => decrypt(key, altered, boundTo), DecryptError, `bit ${bit}`)
      }
    })
  })

  test('cut off at any place, or lengthened', () => {
    for (let length = 0; length < encrypted.length; length += 1) {
      assert.throws(() => decrypt(key, encrypted.subarray(0, length), boundTo), DecryptError)
    }
    assert.throws(
      () => decrypt(key, Buffer.concat([encrypted, Buffer.of(0)]), boundTo),
      DecryptError,
    )
  })

  test('moved to another place', () => {
    for (const place of ['verifications.claims:ver_2', '', `${boundTo} `]) {
      assert.throws(() => decrypt(key, encrypted, place), DecryptError)
    }
  })

  test('under another key, also when its id is put in', () => {
    assert.throws(() => decrypt(otherKey, encrypted, boundTo), DecryptError)
    const disguised = Buffer.from(encrypted)
    otherKey.id.copy(disguised, parts.keyId)
    assert.throws(() => decrypt(otherKey, disguised, boundTo), DecryptError)
  })

  test('and the error reveals neither which of these it was nor anything of the text', () => {
    const causes = [
      () => decrypt(otherKey, encrypted, boundTo),
      () => decrypt(key, encrypted, 'elsewhere'),
      () => decrypt(key, encrypted.subarray(0, 20), boundTo),
    ]
    const { name, message } = new DecryptError()
    for (const cause of causes) assert.throws(cause, { name, message })
  })
})

describe('sealing in pieces', () => {
  const splits: Readonly<Record<string, readonly string[]>> = {
    'no piece': [],
    'one empty piece': [''],
    'one piece': ['Aminata'],
    'pieces of all sizes': ['A', 'minata', '', 'x'.repeat(70_000), 'y'],
  }
  for (const [what, pieces] of Object.entries(splits)) {
    test(`${what} makes what sealing the whole makes`, () => {
      const encryptor = createEncryptor(key, boundTo)
      const updates = pieces.map((piece) => encryptor.update(Buffer.from(piece)))
      const encrypted = Buffer.concat([encryptor.header, ...updates, encryptor.finish()])
      assert.equal(decrypt(key, encrypted, boundTo).toString(), pieces.join(''))
      assert.equal(encrypted.length, pieces.join('').length + encryptionOverheadBytes)
    })
  }

  test('nothing opens before the last piece is there', () => {
    const encryptor = createEncryptor(key, boundTo)
    const encrypted = Buffer.concat([encryptor.header, encryptor.update(plaintext)])
    assert.throws(() => decrypt(key, encrypted, boundTo), DecryptError)
  })
})
