// An outage that is longer than the provider may take for its decision takes nothing of that time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approval, startLate } from './late-scene.ts'

const dayMs = 24 * 3_600_000
const settings = { SVC_PROVIDER_GIVE_UP_AFTER: '30d', SVC_PROVIDER_UNDECIDED_AFTER: '48h' }

test('a provider that is back after days may take its time, and no more than that', async (t) => {
  const scene = await startLate(t, settings)
  scene.says('none')
  const ids = [await scene.submit(), await scene.submit()]
  await scene.rest()
  scene.says('down')
  await scene.rest()
  scene.clock.advance(20 * dayMs)
  for (let i = 0; i < 5; i += 1) await scene.rest()
  scene.says('none')
  for (let i = 0; i < 6; i += 1) await scene.rest()
  for (const id of ids) assert.equal((await scene.read(id)).status, 'pending')
  scene.says(approval)
  const [first = '', second = ''] = ids
  await scene.callBack(first)
  assert.equal((await scene.read(first)).status, 'approved')
  scene.says('none')
  scene.clock.advance(2 * dayMs)
  await scene.rest()
  const { status, reasons } = await scene.read(second)
  const codes = (reasons as readonly { readonly code: string }[]).map(({ code }) => code)
  assert.deepEqual([status, codes], ['error', ['provider_undecided']])
})

test('a provider that fails and answers in turns keeps none pending without end', async (t) => {
  const flapping = { SVC_PROVIDER_GIVE_UP_AFTER: '2h', SVC_PROVIDER_UNDECIDED_AFTER: '3h' }
  const scene = await startLate(t, flapping)
  scene.says('none')
  const id = await scene.submit()
  await scene.rest()
  const isPending = async () => (await scene.read(id)).status === 'pending'
  let passedMin = 0
  // The last outage may begin just before the time is over.
  for (; passedMin < 6 * 60 && (await isPending()); passedMin += 60) {
    scene.says('down')
    for (let i = 0; i < 6; i += 1) await scene.rest()
    scene.clock.advance(44 * 60_000)
    scene.says('none')
    for (let i = 0; i < 10; i += 1) await scene.rest()
  }
  const { status, reasons } = await scene.read(id)
  const codes = (reasons as readonly { readonly code: string }[]).map(({ code }) => code)
  assert.deepEqual([status, codes], ['error', ['provider_undecided']])
  assert.ok(passedMin > 4 * 60, 'the outages were left out, for the two hours of the setting')
})
