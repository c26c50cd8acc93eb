import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { createHexMac } from '../../../server/crypto/hmac.ts'

test('equals the HMAC-SHA-256 of the platform for keys and texts of every length', () => {
  for (const keyBytes of [1, 32, 63, 64]) {
    const key = Buffer.alloc(keyBytes, 0xa7)
    const mac = createHexMac(key)
    for (const text of ['', 'short', 'Ndèye Marabout', 'x'.repeat(64), 'y'.repeat(100_000)]) {
      const expected = createHmac('sha256', key).update(text).digest('hex')
      assert.equal(mac(text), expected)
      assert.equal(mac(Buffer.from(text)), expected)
    }
  }
})

test('has the value of RFC 4231, test case 2', () => {
  assert.equal(
    createHexMac(Buffer.from('Jefe'))('what do ya want for nothing?'),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})

test('refuses a key that RFC 2104 would hash first', () => {
  assert.throws(() => createHexMac(Buffer.alloc(65)), /at most 64 bytes/)
})
