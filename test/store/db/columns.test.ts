import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { fromJson, orNull, orUndefined, toFlag } from '../../../server/db/columns.ts'

test('null in a row is undefined in code, and nothing else is', () => {
  assert.equal(orUndefined(null), undefined)
  assert.equal(orNull(undefined), null)
  for (const value of [0, '', false]) {
    assert.equal(orUndefined(value), value)
    assert.equal(orNull(value), value)
  }
})

test('a flag is 0 or 1', () => {
  assert.deepEqual([toFlag(false), toFlag(true)], [0, 1])
})

test('a JSON column is read through its schema; what does not fit is an error, not a value', () => {
  const codes = z.array(z.enum(['a', 'b']))
  assert.deepEqual(fromJson(codes, '["a","b"]'), ['a', 'b'])
  for (const text of ['["c"]', '{}', '"a"', 'null', '', '["a"']) {
    assert.throws(() => fromJson(codes, text), text)
  }
})
