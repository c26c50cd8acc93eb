import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { shareLookups } from '../../../server/keys/share-lookups.ts'

test('look-ups of one turn of the event loop are shared, later ones are not', async () => {
  let count = 0
  const find = shareLookups(async (keyText) => {
    count += 1
    return `${keyText} ${count}`
  })
  await turnOfTheLoop()
  assert.deepEqual(await Promise.all([find('a'), find('b'), find('a')]), ['a 1', 'b 2', 'a 1'])
  await turnOfTheLoop()
  assert.equal(await find('a'), 'a 3')
})

test('a look-up that fails fails for all that share it, and is tried again in the next turn', async () => {
  let isDown = true
  const find = shareLookups(async () => {
    if (isDown) throw new Error('the database is locked')
    return 'found'
  })
  await turnOfTheLoop()
  const both = await Promise.allSettled([find('a'), find('a')])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  isDown = false
  await turnOfTheLoop()
  assert.equal(await find('a'), 'found')
})
