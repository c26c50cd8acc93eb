import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestSlots, testsMax, testsOfOneMax } from '../../../server/deliveries/test-slots.ts'
import { AppError } from '../../../server/kernel/app-error.ts'

function refused(error: unknown): boolean {
  return error instanceof AppError && error.code === 'rate_limited'
}

/** Takes a slot until it is told to give it back. */
function take(slots: ReturnType<typeof createTestSlots>, id: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { done: slots.run(id, () => promise), end: resolve }
}

test('one webhook takes its share and no more, until one of its tests ends', async () => {
  const slots = createTestSlots()
  const taken = Array.from({ length: testsOfOneMax }, () => take(slots, 'wh_a'))
  await assert.rejects(
    slots.run('wh_a', async () => {}),
    refused,
  )
  await slots.run('wh_b', async () => {})
  taken[0]?.end()
  await taken[0]?.done
  assert.equal(await slots.run('wh_a', async () => 'ran'), 'ran')
})

test('all webhooks together take no more than there are', async () => {
  const slots = createTestSlots()
  const taken = Array.from({ length: testsMax }, (_, index) => take(slots, `wh_${index}`))
  await assert.rejects(
    slots.run('wh_other', async () => {}),
    refused,
  )
  for (const one of taken) one.end()
  await Promise.all(taken.map(({ done }) => done))
  await slots.run('wh_other', async () => {})
})

test('a test that fails gives its slot back', async () => {
  const slots = createTestSlots()
  for (let round = 0; round <= testsOfOneMax; round += 1) {
    const failing = slots.run('wh_a', async () => {
      throw new Error('no answer')
    })
    await assert.rejects(failing, /no answer/)
  }
})
