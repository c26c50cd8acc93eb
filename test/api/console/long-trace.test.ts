// A client may retrieve a score and replay a delivery without end: whoever opens the verification gets the newest of
// it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { readTrace } from '../../../server/console-api/verifications/verification-trace-view.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { insertAttempts } from '../../../server/deliveries/attempt-store.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { correctUsage } from '../../../server/usage/correct-usage.ts'
import { recordUsage } from '../../../server/usage/record-usage.ts'
import { call } from '../../support/api-client.ts'
import { addUser, openConsole } from '../../support/console-client.ts'
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

test('no kind of usage pushes another out of the trace', async (t) => {
  const app = await startForTest(t, { withoutProvider: true })
  const { appliance, clock } = app
  const id = String((await verifyInSandbox(app)).data.id)
  const startedAt = clock.now()
  const retrieve = async () => {
    clock.advance(1)
    const requestId = newId('req', clock.now())
    const thing = aRetrieval({ verificationId: id, requestId, nowMs: clock.now() })
    await inTransaction(appliance.db, (trx) => recordUsage(trx, thing))
  }
  for (let number = 0; number < 120; number += 1) await retrieve()
  const retrieved = await appliance.db.reader
    .selectFrom('usage_events')
    .select('id')
    .where('source', '=', 'score_retrieval')
    .execute()
  for (const { id: usage } of retrieved) {
    await correctUsage(appliance, fromCommandLine, { id: usage, reason: 'Counted twice' })
  }
  const trace = await readTrace(appliance.db.reader, id)
  const timesOf = (isCorrection: boolean) =>
    trace.usage.flatMap((one) => (one.isCorrection === isCorrection ? [one.at - startedAt] : []))
  const retrievals = Array.from({ length: 100 }, (_, place) => place + 21)
  assert.deepEqual(timesOf(false), [0, ...retrievals])
  assert.deepEqual(timesOf(true), Array(100).fill(120))
  await addUser(appliance, 'reviewer', 'awa@bank.example')
  const awa = openConsole(app.server)
  await awa.signIn('awa@bank.example')
  const { data } = await awa.get(`/verifications/${id}`)
  const kinds = (data.time_line as { kind: string }[]).map(({ kind }) => kind)
  assert.equal(kinds.filter((kind) => kind === 'usage_corrected').length, 100)
})
