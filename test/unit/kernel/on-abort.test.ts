import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { describe, test } from 'node:test'
import { onAbort } from '../../../server/kernel/on-abort.ts'

describe('the abort of a signal that many share', () => {
  test('is told to each that waits for it, over one listener', () => {
    const { signal, abort } = controller()
    const told: string[] = []
    for (const name of ['a', 'b', 'c']) onAbort(signal, () => told.push(name))
    assert.equal(getEventListeners(signal, 'abort').length, 1)
    abort()
    abort()
    assert.deepEqual(told, ['a', 'b', 'c'])
  })

  test('is not told to those that wait no more, even since a moment', () => {
    const { signal, abort } = controller()
    const told: string[] = []
    onAbort(signal, () => void cancelLast())
    const cancel = onAbort(signal, () => told.push('ended before'))
    const cancelLast = onAbort(signal, () => told.push('ended by the first'))
    cancel()
    abort()
    assert.deepEqual(told, [])
  })

  test('says nothing of another signal', () => {
    const [one, other] = [controller(), controller()]
    const told: string[] = []
    onAbort(one.signal, () => told.push('one'))
    onAbort(other.signal, () => told.push('other'))
    other.abort()
    assert.deepEqual(told, ['other'])
  })
})

function controller() {
  const made = new AbortController()
  return { signal: made.signal, abort: () => made.abort() }
}
