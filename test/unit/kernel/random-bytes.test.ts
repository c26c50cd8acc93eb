import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { drawRandomBytes } from '../../../server/kernel/random-bytes.ts'

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
})
