import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AttemptResponse } from '../../../server/deliveries/attempt-response.ts'
import { slotsMax } from '../../../server/deliveries/schedule-slots.ts'
import { type DispatchScene, ok, openDispatchScene } from '../../support/scenes/dispatch-scene.ts'
import { droppedIn, pass, untilLater } from '../../support/scenes/dispatch-steps.ts'
import { until } from '../../support/turns.ts'

/** No database takes half a millisecond. */
const unwritable: AttemptResponse = { ...ok, durationMs: 1.5 }

/** Ends each request at once; the attempts at the receiver `refused` cannot be written. */
function endAll({ onSend }: DispatchScene): void {
  onSend((sent) => sent.end(sent.path === '/refused' ? unwritable : ok))
}

describe('attempts that can never be written', () => {
  for (const count of [1, 64]) {
    test(`do not stop those of other webhooks (${count})`, async (t) => {
      const scene = await openDispatchScene(t)
      await scene.register('refused')
      endAll(scene)
      await scene.publishEvent(count)
      scene.dispatcher.start()
      // Those that are sent later meet fewer writes of others.
      await untilLater(scene, () => scene.sent.length === count)
      await scene.register('sound')
      for (const delivered of [1, 2, 3, 4]) {
        await scene.publishEvent(1)
        await untilLater(scene, () => scene.count('delivered') === delivered)
      }
      await untilLater(scene, () => droppedIn(scene).length >= count)
      assert.equal(scene.sent.length, count + 8)
    })
  }

  test('are reported when they fail first, and when they are dropped', async (t) => {
    const scene = await openDispatchScene(t)
    const refused = await scene.register('refused')
    endAll(scene)
    await scene.publishEvent(1)
    scene.dispatcher.start()
    await until(() => scene.logLines.some((line) => line.includes('deliveries_write_failed')))
    await pass(scene, 20)
    const failures = scene.logLines.filter((line) => line.includes('deliveries_write_failed'))
    assert.equal(failures.length, 1)
    assert.equal(droppedIn(scene).length, 0)
    await scene.register('sound')
    for (const delivered of [1, 2, 3]) {
      await scene.publishEvent(1)
      await untilLater(scene, () => scene.count('delivered') === delivered)
    }
    await untilLater(scene, () => droppedIn(scene).length > 0)
    assert.ok(droppedIn(scene)[0]?.includes(refused))
  })

  test('are not passed when the disk is full', async (t) => {
    const scene = await openDispatchScene(t)
    await scene.register('one')
    scene.onSend((sent) => sent.end(ok))
    await scene.publishEvent(500)
    const write = scene.db.write
    let isFull = true
    t.mock.method(scene.db, 'write', async (...given: Parameters<typeof write>) => {
      if (isFull) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
      return write(...given)
    })
    scene.dispatcher.start()
    await until(() => scene.logLines.some((line) => line.includes('deliveries_write_failed')))
    const before = scene.sent.length
    await pass(scene, 20)
    const since = scene.sent.length - before
    assert.ok(since <= slotsMax, `${since} were sent after ${before}`)
    isFull = false
    await untilLater(scene, () => scene.count('delivered') === 500)
    assert.equal(scene.sent.length, 500)
  })
})
