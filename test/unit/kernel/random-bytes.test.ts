import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { drawRandomBytes, drawSixteenBits } from '../../../server/kernel/random-bytes.ts'

describe('random bytes', () => {
  test('are as many as were asked for, however many', () => {
    for (const count of [0, 1, 16, 4095, 4096, 4097, 10_000]) {
      assert.equal(drawRandomBytes(count).length, count)
    }
  })

  test('are never drawn twice, over many fillings of the pool', () => {
    const drawn = Array.from({ length: 5000 }, () => drawRandomBytes(15).toString('hex'))
    assert.equal(new Set(drawn).size, drawn.length)
    assert.ok(!drawn.includes('0'.repeat(30)))
  })

  test('belong to the caller, who may change them', () => {
    const kept = drawRandomBytes(16)
    const text = kept.toString('hex')
    for (let draw = 0; draw < 1000; draw += 1) drawRandomBytes(16).fill(7)
    assert.equal(kept.toString('hex'), text)
  })

  test('have every value about equally often', () => {
    const counts = new Map<number, number>()
    for (const byte of drawRandomBytes(256_000)) counts.set(byte, (counts.get(byte) ?? 0) + 1)
    assert.equal(counts.size, 256)
    // 1000 of each on average, with a deviation of 32.
    for (const count of counts.values()) assert.ok(count > 750 && count < 1250, String(count))
  })

  test('come in sixteens, too, from the same pool, every value about equally often', () => {
    const drawn = Array.from({ length: 128_000 }, (_, index) => {
      if (index % 100 === 0) drawRandomBytes(1)
      return drawSixteenBits()
    })
    assert.ok(drawn.every((bits) => Number.isInteger(bits) && bits >= 0 && bits < 65_536))
    for (const shift of [0, 8]) {
      const counts = new Map<number, number>()
      for (const bits of drawn) {
        const byte = (bits >> shift) & 255
        counts.set(byte, (counts.get(byte) ?? 0) + 1)
      }
      assert.equal(counts.size, 256)
      // 500 of each on average, with a deviation of 22.
      for (const count of counts.values()) assert.ok(count > 325 && count < 675, String(count))
    }
  })
})
