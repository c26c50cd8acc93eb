import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settleBoth } from '../../../server/kernel/settle-both.ts'

test('two that succeed give both results', async () => {
  assert.deepEqual(await settleBoth(Promise.resolve(1), Promise.resolve('a')), [1, 'a'])
})

test('what one fails with is thrown only once the other has ended', async () => {
  const first = Promise.withResolvers<number>()
  const order: string[] = []
  const both = settleBoth(first.promise, Promise.reject(new Error('unreadable')))
  const thrown = both.catch((error: Error) => order.push(error.message))
  await new Promise(setImmediate)
  order.push('ended')
  first.resolve(1)
  await thrown
  assert.deepEqual(order, ['ended', 'unreadable'])
})

test('the failure of the first is thrown where both fail', async () => {
  const failed = (name: string) => Promise.reject(new Error(name))
  await assert.rejects(settleBoth(failed('first'), failed('second')), { message: 'first' })
})
