// A client may retrieve a score and replay a delivery without end: whoever opens the verification gets the newest of
// it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTrace } from '../../../server/console-api/verifications/verification-trace-view.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { insertAttempts } from '../../../server/deliveries/attempt-store.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { recordUsage } from '../../../server/usage/record-usage.ts'
import { call } from '../../support/api-client.ts'
import { startForTest } from '../../support/running-appliance.ts'
import { aRetrieval } from '../../support/usage.ts'
import { verifyInSandbox } from '../verifications/sandbox-client.ts'

test('the trace of a verification has the newest hundred retrievals and attempts', async (t) => {
  const app = await startForTest(t, {
    withoutProvider: true,
    settings: { SVC_WEBHOOK_ALLOW_LOOPBACK: 'yes' },
  })
  const { appliance, clock } = app
  const webhook = { url: 'http://127.0.0.1:9/', events: ['verification.completed'] }
  await call(`${app.url}/webhooks`, { key: app.sandboxKey, json: webhook })
  const id = String((await verifyInSandbox(app)).data.id)
  await app.server.deliveries.idle()
  const [delivery] = (await readTrace(appliance.db.reader, id)).deliveries
  const first = (delivery?.attempts.length ?? 0) + 1
  await inTransaction(appliance.db, async (trx) => {
    for (let number = 0; number < 150; number += 1) {
      const nowMs = clock.now() + number
      const requestId = newId('req', nowMs)
      await recordUsage(trx, aRetrieval({ verificationId: id, requestId, nowMs }))
    }
    const attempts = Array.from({ length: 150 }, (_, index) => ({
      deliveryId: delivery?.id ?? '',
      number: first + index,
      startedAt: clock.now(),
      durationMs: 1,
      status: 204,
      error: undefined,
    }))
    await insertAttempts(trx, attempts)
    await trx
      .updateTable('webhook_deliveries')
      .set({ attempts: first + 149 })
      .execute()
  })
  const trace = await readTrace(appliance.db.reader, id)
  const times = trace.usage.map(({ at }) => at - clock.now())
  assert.deepEqual([times.length, times.at(1), times.at(-1)], [101, 50, 149])
  const numbers = trace.deliveries[0]?.attempts.map(({ number }) => number)
  assert.deepEqual(
    [numbers?.length, numbers?.at(0), numbers?.at(-1)],
    [100, first + 50, first + 149],
  )
})
