import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Work, WorkKind } from '../../../server/db/transaction.ts'
import { ok, openDispatchScene, serverError } from '../../support/scenes/dispatch-scene.ts'
import { until } from '../../support/turns.ts'

for (const [end, response, state] of [
  ['delivered', ok, 'delivered'],
  ['failed', serverError, 'pending'],
] as const) {
  test(`an attempt that ${end} is counted once when its commit succeeds but is reported as failed`, async (t) => {
    const scene = await openDispatchScene(t)
    await scene.register('one')
    await scene.publishEvent(1)
    scene.dispatcher.start()
    await until(() => scene.underWay().length === 1)
    const write = scene.db.write
    t.mock.method(
      scene.db,
      'write',
      async <Result>(work: Work<Result>, kind?: WorkKind) => {
        await write(work, kind)
        throw new Error('the connection broke')
      },
      { times: 1 },
    )
    const failures = () =>
      scene.logLines.filter((line) => line.includes('deliveries_write_failed')).length
    scene.underWay()[0]?.end(response)
    await until(() => failures() > 0)
    scene.clock.advance(1_000)
    await scene.dispatcher.idle()
    assert.equal(failures(), 1)
    const row = scene.db.raw
      .prepare('select state, attempts, failed_attempts as failed from webhook_deliveries')
      .get()
    assert.deepEqual(row, { state, attempts: 1, failed: end === 'failed' ? 1 : 0 })
    const stored = scene.db.raw.prepare('select count(*) from webhook_attempts').pluck().get()
    assert.equal(stored, 1)
  })
}
