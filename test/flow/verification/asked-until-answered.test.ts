// What a callback told of is asked for until the provider answers: nobody waits for it, and nothing tells of it again.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approval, startLate } from './late-scene.ts'

const dayMs = 24 * 3_600_000

for (const trouble of ['down', 'locked'] as const) {
  test(`a result that changed is reviewed, however long the provider was ${trouble}`, async (t) => {
    const scene = await startLate(t, { SVC_PROVIDER_GIVE_UP_AFTER: '15m' })
    const id = await scene.verified()
    scene.says(trouble)
    await scene.callBack(id)
    for (let i = 0; i < 30; i += 1) await scene.rest()
    scene.clock.advance(2 * dayMs)
    await scene.rest()
    scene.says({ ...approval, ResultCode: '0811' })
    for (let i = 0; i < 6; i += 1) await scene.rest()
    const { status, review } = await scene.read(id)
    const { state, causes } = review as { readonly state: string; readonly causes: unknown }
    assert.deepEqual([status, state, causes], ['approved', 'open', ['late_result']])
  })
}
