import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeBuffer } from '../../../server/kernel/free-buffer.ts'

test('a buffer with memory of its own is freed, and freeing it again is no error', () => {
  const own = Buffer.allocUnsafeSlow(1_000)
  freeBuffer(own)
  freeBuffer(own)
  assert.equal(own.length, 0)
})

test('a part of a larger allocation stays, because others may use the rest', () => {
  const whole = Buffer.alloc(1_000, 7)
  freeBuffer(whole.subarray(0, 999))
  const pooled = Buffer.from('pooled')
  freeBuffer(pooled)
  assert.deepEqual([whole.length, whole[999], pooled.toString()], [1_000, 7, 'pooled'])
})
