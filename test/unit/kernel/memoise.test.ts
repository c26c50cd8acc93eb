import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { memoise } from '../../../server/kernel/memoise.ts'

function counted(entriesMax: number) {
  const asked: string[] = []
  const lengthOf = memoise(entriesMax, (text) => {
    asked.push(text)
    return text.length
  })
  return { asked, lengthOf }
}

describe('a function with a memory', () => {
  test('works once for a text that comes again', () => {
    const { asked, lengthOf } = counted(8)
    assert.deepEqual(['a', 'bb', 'a', 'bb'].map(lengthOf), [1, 2, 1, 2])
    assert.deepEqual(asked, ['a', 'bb'])
  })

  test('keeps no more texts than it may, and goes on working', () => {
    const { asked, lengthOf } = counted(2)
    for (const text of ['a', 'b', 'c', 'a']) assert.equal(lengthOf(text), 1)
    assert.deepEqual(asked, ['a', 'b', 'c', 'a'])
  })

  test('does not keep long texts', () => {
    const { asked, lengthOf } = counted(8)
    const long = 'x'.repeat(200)
    assert.deepEqual([lengthOf(long), lengthOf(long)], [200, 200])
    assert.equal(asked.length, 2)
  })
})
