// Slow: takes a second of processor time. flow/smile-id-client/submitting.test.ts uploads in the fast lane.
// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.
//
// A zip arrived, nobody told us so, and the provider itself does not know of it yet: the moment in which a
// second zip, and with it a second charge, is one careless call away.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { mendDueTimes } from '../../../server/mend-due-times.ts'
import type { IdentityProvider } from '../../../server/providers/provider.ts'
import { findProviderJob } from '../../../server/verifications/provider-job/provider-job-store.ts'
import { call } from '../../support/api-client.ts'
import { specimenForm } from '../../support/images/specimens.ts'
import { type RunningApplianceOptions, startForTest } from '../../support/running-appliance.ts'

async function running(t: TestContext, options: RunningApplianceOptions) {
  const app = await startForTest(t, options)
  const submit = async () => {
    const body = specimenForm()
    const { data } = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
    return String(data.id)
  }
  const counts = () => app.simulator.ledger().map(({ paid, uploads }) => ({ paid, uploads }))
  return { app, submit, counts }
}

test('a crash right after the upload, which is noticed late, costs one check', async (t) => {
  const { app, submit, counts } = await running(t, {
    simulator: { noticeDelayMs: 30_000 },
    wrapProvider: dieAfterFirstSubmit,
  })
  const detail = await app.finish(await submit())
  assert.equal(detail.status, 'approved')
  assert.deepEqual(counts(), [{ paid: 1, uploads: 1 }])
})

test('a lost answer to the upload, which is noticed late, costs one check', async (t) => {
  const { app, submit, counts } = await running(t, { simulator: { noticeDelayMs: 30_000 } })
  app.simulator.setFault({ endpoint: 'put', when: 'after', calls: 1, fault: { kind: 'reset' } })
  const detail = await app.finish(await submit())
  assert.equal(detail.status, 'approved')
  assert.deepEqual(counts(), [{ paid: 1, uploads: 1 }])
})

test('images that never arrived are sent again once they cannot be in transit any more', async (t) => {
  const { app, submit, counts } = await running(t, {})
  app.simulator.setFault({ endpoint: 'put', calls: 1, fault: { kind: 'reset' } })
  const startedAt = app.clock.now()
  const detail = await app.finish(await submit())
  assert.equal(detail.status, 'approved')
  assert.deepEqual(counts(), [{ paid: 1, uploads: 1 }])
  const tookMs = Date.parse(String(detail.completed_at)) - startedAt
  assert.ok(tookMs >= 4 * 60_000 && tookMs < 4.2 * 60_000, `${tookMs} ms`)
})

test('images that were cut off three times wait no longer each time', async (t) => {
  const { app, submit, counts } = await running(t, {})
  app.simulator.setFault({ endpoint: 'put', calls: 3, fault: { kind: 'reset' } })
  const startedAt = app.clock.now()
  const detail = await app.finish(await submit())
  assert.equal(detail.status, 'approved')
  assert.deepEqual(counts(), [{ paid: 1, uploads: 1 }])
  const tookMs = Date.parse(String(detail.completed_at)) - startedAt
  assert.ok(tookMs >= 12 * 60_000 && tookMs < 12.5 * 60_000, `${tookMs} ms`)
})

test('an upload that the storage refused as one too many begins anew after the delay of a retry', async (t) => {
  const { app, submit, counts } = await running(t, {})
  app.simulator.setFault({ endpoint: 'put', calls: 2, fault: { kind: 'status', status: 429 } })
  const startedAt = app.clock.now()
  const detail = await app.finish(await submit())
  assert.equal(detail.status, 'approved')
  assert.deepEqual(counts(), [{ paid: 1, uploads: 1 }])
  const tookMs = Date.parse(String(detail.completed_at)) - startedAt
  assert.ok(tookMs < 30_000, `${tookMs} ms`)
})

test('an upload that began before the clock was set back is waited for no longer than any other', async (t) => {
  const { app, submit, counts } = await running(t, {})
  app.simulator.setFault({ endpoint: 'put', calls: 1, fault: { kind: 'reset' } })
  const id = await submit()
  const { db } = app.appliance
  while ((await findProviderJob(db.reader, id))?.uploadStartedAt === undefined) {
    app.clock.advance(1_000)
    await app.server.jobs.idle()
  }
  app.clock.setBack(24 * 60 * 60_000)
  await mendDueTimes(app.appliance)
  const startedAt = app.clock.now()
  const detail = await app.finish(id)
  assert.equal(detail.status, 'approved')
  assert.deepEqual(counts(), [{ paid: 1, uploads: 1 }])
  const tookMs = Date.parse(String(detail.completed_at)) - startedAt
  assert.ok(tookMs >= 4 * 60_000 && tookMs < 12 * 60_000, `${tookMs} ms`)
})

test('an upload that always fails ends within the retry budget', async (t) => {
  const { app, submit, counts } = await running(t, {
    settings: { SVC_PROVIDER_GIVE_UP_AFTER: '15m' },
  })
  app.simulator.setFault({ endpoint: 'put', fault: { kind: 'status', status: 503 } })
  const detail = await app.finish(await submit())
  assert.equal(detail.status, 'error')
  assert.deepEqual(counts(), [{ paid: 0, uploads: 0 }])
})

/** The job hears nothing of its first submission, as if the process had died. */
function dieAfterFirstSubmit(provider: IdentityProvider): IdentityProvider {
  let submits = 0
  return {
    ...provider,
    async submit(submission, signal) {
      submits += 1
      const reply = await provider.submit(submission, signal)
      if (submits === 1) throw new Error('died')
      return reply
    },
  }
}
