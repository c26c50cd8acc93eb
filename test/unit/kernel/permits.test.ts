import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createPermits } from '../../../server/kernel/permits.ts'
import { until } from '../../support/turns.ts'

/** Asks for permits in order and notes who got them. */
function queueFor(total: number) {
  const permits = createPermits(total)
  const admitted: string[] = []
  const ask = async (name: string, amount: number, signal?: AbortSignal) => {
    const release = await permits.acquire(amount, signal)
    admitted.push(name)
    return release
  }
  return { ask, admitted }
}

describe('permits', () => {
  test('are given out up to the total and handed on when one comes back', async () => {
    const { ask, admitted } = queueFor(2)
    const first = await ask('first', 1)
    await ask('second', 1)
    const third = ask('third', 1)
    assert.deepEqual(admitted, ['first', 'second'])
    first()
    await third
    assert.deepEqual(admitted, ['first', 'second', 'third'])
  })

  test('are given in the order of asking, so that small demands cannot starve a large one', async () => {
    const { ask, admitted } = queueFor(10)
    const first = await ask('first', 6)
    const large = ask('large', 8)
    const small = ask('small', 1)
    first()
    await Promise.all([large, small])
    assert.deepEqual(admitted, ['first', 'large', 'small'])
  })

  test('beyond the total are cut down to all of it', async () => {
    const { ask, admitted } = queueFor(10)
    const giant = await ask('giant', 1_000)
    const next = ask('next', 1)
    giant()
    await next
    assert.deepEqual(admitted, ['giant', 'next'])
  })

  test('released twice come back once', async () => {
    const { ask, admitted } = queueFor(1)
    const first = await ask('first', 1)
    const second = ask('second', 1)
    const third = ask('third', 1)
    first()
    first()
    const release = await second
    assert.deepEqual(admitted, ['first', 'second'])
    release()
    await third
  })

  test('are not waited for after the signal; those behind move up', async () => {
    const { ask, admitted } = queueFor(10)
    const abort = new AbortController()
    const first = await ask('first', 9)
    const given = ask('given up', 5, abort.signal)
    const behind = ask('behind', 1)
    abort.abort(new Error('the client went away'))
    await assert.rejects(given, /the client went away/)
    await behind
    assert.deepEqual(admitted, ['first', 'behind'])
    first()
  })

  test('are refused at once to a signal that is aborted already', async () => {
    const { ask } = queueFor(1)
    await assert.rejects(ask('late', 1, AbortSignal.abort(new Error('too late'))), /too late/)
    await ask('next', 1)
  })

  test('stay taken when the signal is aborted after the turn has come', async () => {
    const { ask, admitted } = queueFor(1)
    const abort = new AbortController()
    const first = await ask('first', 1, abort.signal)
    abort.abort()
    const second = ask('second', 1)
    assert.deepEqual(admitted, ['first'])
    first()
    await until(() => admitted.length === 2)
    await second
  })
})
