import assert from 'node:assert/strict'
import { createCipheriv, createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  openSealer,
  seal,
  sealingKey,
  sealOverheadBytes,
  UnsealError,
  unseal,
} from '../../../server/crypto/seal.ts'

const raw = Buffer.alloc(32, 1)
const key = sealingKey(raw)
const otherKey = sealingKey(Buffer.alloc(32, 2))
const boundTo = 'verifications.claims:ver_1'
const plaintext = Buffer.from('Aminata, born 1991-02-03')

/** Where each part of a sealed text begins. */
const parts = { version: 0, keyId: 1, nonce: 5, body: 17, tag: 17 + plaintext.length }

describe('sealing', () => {
  for (const bytes of [0, 1, 15, 16, 17, 4096, 1_000_000]) {
    test(`${bytes} bytes open again as they were, ${sealOverheadBytes} bytes longer while sealed`, () => {
      const picture = Buffer.alloc(bytes, 'x')
      const sealed = seal(key, picture, boundTo)
      assert.equal(sealed.length, bytes + sealOverheadBytes)
      assert.deepEqual(unseal(key, sealed, boundTo), picture)
    })
  }

  test('the plaintext is not in the sealed bytes, nor is the key', () => {
    const sealed = seal(key, plaintext, boundTo)
    assert.ok(!sealed.includes('Aminata'))
    assert.ok(!sealed.includes(raw.subarray(0, 4)))
  })

  test('a nonce never comes twice: 10 000 seals of one text are 10 000 different ones', () => {
    const nonces = new Set<string>()
    for (let count = 0; count < 10_000; count += 1) {
      nonces.add(seal(key, plaintext, boundTo).toString('hex', parts.nonce, parts.body))
    }
    assert.equal(nonces.size, 10_000)
  })

  test('the format stays: what an earlier release sealed byte by byte still opens', () => {
    const nonce = Buffer.from('000102030405060708090a0b', 'hex')
    const cipher = createCipheriv('aes-256-gcm', raw, nonce).setAAD(Buffer.from(boundTo))
    const body = Buffer.concat([cipher.update(plaintext), cipher.final()])
    const keyId = createHash('sha256').update('svc sealing key id').update(raw).digest()
    const header = Buffer.concat([Buffer.of(1), keyId.subarray(0, 4), nonce])
    const sealed = Buffer.concat([header, body, cipher.getAuthTag()])
    assert.deepEqual(unseal(key, sealed, boundTo), plaintext)
  })

  test('a key has 32 bytes', () => {
    assert.throws(() => sealingKey(Buffer.alloc(31)), /32 bytes/)
    assert.throws(() => sealingKey(Buffer.alloc(33)), /32 bytes/)
  })
})

describe('what was tampered with does not open', () => {
  const sealed = seal(key, plaintext, boundTo)
  const starts = Object.entries(parts)
  starts.forEach(([part, start], index) => {
    const end = starts[index + 1]?.[1] ?? sealed.length
    test(`any one bit of the ${part}`, () => {
      for (let bit = start * 8; bit < end * 8; bit += 1) {
        const altered = Buffer.from(sealed)
        altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        assert.throws(() => unseal(key, altered, boundTo), UnsealError, `bit ${bit}`)
      }
    })
  })

  test('cut off at any place, or lengthened', () => {
    for (let length = 0; length < sealed.length; length += 1) {
      assert.throws(() => unseal(key, sealed.subarray(0, length), boundTo), UnsealError)
    }
    assert.throws(() => unseal(key, Buffer.concat([sealed, Buffer.of(0)]), boundTo), UnsealError)
  })

  test('moved to another place', () => {
    for (const place of ['verifications.claims:ver_2', '', `${boundTo} `]) {
      assert.throws(() => unseal(key, sealed, place), UnsealError)
    }
  })

  test('under another key, also when its id is put in', () => {
    assert.throws(() => unseal(otherKey, sealed, boundTo), UnsealError)
    const disguised = Buffer.from(sealed)
    otherKey.id.copy(disguised, parts.keyId)
    assert.throws(() => unseal(otherKey, disguised, boundTo), UnsealError)
  })

  test('and the error tells neither which of these it was nor anything of the text', () => {
    const causes = [
      () => unseal(otherKey, sealed, boundTo),
      () => unseal(key, sealed, 'elsewhere'),
      () => unseal(key, sealed.subarray(0, 20), boundTo),
    ]
    const { name, message } = new UnsealError()
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
      const sealer = openSealer(key, boundTo)
      const updates = pieces.map((piece) => sealer.update(Buffer.from(piece)))
      const sealed = Buffer.concat([sealer.header, ...updates, sealer.finish()])
      assert.equal(unseal(key, sealed, boundTo).toString(), pieces.join(''))
      assert.equal(sealed.length, pieces.join('').length + sealOverheadBytes)
    })
  }

  test('nothing opens before the last piece is there', () => {
    const sealer = openSealer(key, boundTo)
    const sealed = Buffer.concat([sealer.header, sealer.update(plaintext)])
    assert.throws(() => unseal(key, sealed, boundTo), UnsealError)
  })
})
