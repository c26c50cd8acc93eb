// Slow: takes a second of processor time. flow/egress/whole-verification.test.ts asks a provider that answers in the
// fast lane. Not again on PostgreSQL: review-effect.test.ts sends its statements there.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { listOutbound } from '../../../server/egress/outbound-view.ts'
import type { IdentityProvider } from '../../../server/providers/provider.ts'
import { findVerification } from '../../../server/verifications/verification-view.ts'
import { call } from '../../support/api-client.ts'
import { specimenForm } from '../../support/images/specimens.ts'
import { type RunningAppliance, readDetail, startForTest } from '../../support/running-appliance.ts'
import { certifyServer, makeAuthority } from '../../support/tls.ts'
import { sendJson, startHttpStub } from '../smile-id-client/http-stub.ts'

async function submit(app: RunningAppliance): Promise<string> {
  const { status, data } = await call(`${app.url}/kyc/verify`, {
    key: app.liveKey,
    body: specimenForm(),
  })
  assert.equal(status, 202)
  return String(data.id)
}

/** Of the same form, sent with a sandbox key. */
async function checksInSandbox(app: RunningAppliance, outcome: string): Promise<unknown> {
  const body = specimenForm()
  body.set('sandbox_outcome', outcome)
  const { data } = await call(`${app.url}/kyc/verify`, { key: app.sandboxKey, body })
  const detail = await readDetail(app.url, app.sandboxKey, String(data.id))
  return detail.checks
}

function reasonsOf(detail: Record<string, unknown>): readonly string[] {
  return (detail.reasons as { code: string }[]).map(({ code }) => code)
}

test('a provider that comes back within the retry budget is asked again, and paid once', async (t) => {
  const app = await startForTest(t)
  app.simulator.setFault({ endpoint: 'upload', fault: { kind: 'status', status: 500 }, calls: 3 })
  const detail = await app.finish(await submit(app))
  assert.equal(detail.status, 'approved')
  assert.deepEqual(
    app.simulator.ledger().map((entry) => entry.paid),
    [1],
  )
})

test('verifications that waited out an outage all complete once the provider answers one of them', async (t) => {
  const app = await startForTest(t)
  app.simulator.setFault({ endpoint: 'upload', fault: { kind: 'status', status: 503 } })
  const ids: string[] = []
  for (let one = 0; one < 10; one += 1) ids.push(await submit(app))
  for (let second = 0; second < 240; second += 1) {
    await app.server.jobs.idle()
    app.clock.advance(1_000)
  }
  app.simulator.clearFaults()
  const backAt = app.clock.now()
  // The first that is sent finds the provider working again.
  for (const id of [await submit(app), ...ids]) {
    assert.equal((await app.finish(id)).status, 'approved')
  }
  const seconds = (app.clock.now() - backAt) / 1_000
  assert.ok(seconds < 60, `${seconds} s`)
})

test('the return of the provider is noticed without new traffic, and nothing is tried in bursts', async (t) => {
  const app = await startForTest(t)
  app.simulator.setFault({ endpoint: 'all', fault: { kind: 'status', status: 503 } })
  const ids = [await submit(app), await submit(app), await submit(app)]
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await app.server.jobs.idle()
      app.clock.advance(1_000)
    }
    await app.server.jobs.idle()
  }
  await pass(300)
  const calls = async () => {
    const page = { limit: 1_000, after: undefined, order: 'newest_first' } as const
    return (await listOutbound(app.appliance.db.reader, {}, page)).length
  }
  const before = await calls()
  await pass(300)
  // Three jobs once, and a probe every 30 seconds while the circuit is open.
  const tried = (await calls()) - before
  assert.ok(tried >= 7 && tried <= 14, `${tried} calls`)
  app.simulator.clearFaults()
  const backAt = app.clock.now()
  for (const id of ids) assert.equal((await app.finish(id)).status, 'approved')
  const seconds = (app.clock.now() - backAt) / 1_000
  assert.ok(seconds < 50, `${seconds} s`)
})

test('a provider that stays unreachable past the budget ends in error, with details', async (t) => {
  const app = await startForTest(t, { settings: { SVC_PROVIDER_GIVE_UP_AFTER: '5m' } })
  app.simulator.setFault({ endpoint: 'all', fault: { kind: 'reset' } })
  const id = await submit(app)
  const startedAt = app.clock.now()
  const detail = await app.finish(id)
  assert.equal(detail.status, 'error')
  assert.deepEqual(reasonsOf(detail), ['provider_unreachable'])
  assert.ok((detail.smile_result as { last_trouble: string }).last_trouble.length > 0)
  const minutes = (Date.parse(String(detail.completed_at)) - startedAt) / 60_000
  assert.ok(minutes >= 5 && minutes <= 10.1, `${minutes} minutes`)
  assert.deepEqual(detail.checks, await checksInSandbox(app, 'provider_unreachable'))
})

test('a provider that never decides ends in error after the limit, never approved', async (t) => {
  const app = await startForTest(t, {
    settings: { SVC_PROVIDER_UNDECIDED_AFTER: '2h' },
    simulator: { outcome: () => ({ outcome: 'provisional_for_ever' }) },
  })
  const detail = await app.finish(await submit(app))
  assert.equal(detail.status, 'error')
  assert.deepEqual(reasonsOf(detail), ['provider_undecided'])
})

test('a check that was paid outlives a change of the key at the provider, for the retry budget', async (t) => {
  for (const [refusals, status, reasons] of [
    [6, 'approved', undefined],
    [Number.POSITIVE_INFINITY, 'error', ['provider_credentials_refused']],
  ] as const) {
    const app = await startForTest(t, {
      settings: { SVC_PROVIDER_GIVE_UP_AFTER: '15m' },
      wrapProvider: (provider) => refusingResults(provider, refusals),
    })
    const detail = await app.finish(await submit(app))
    assert.equal(detail.status, status)
    assert.deepEqual(reasons && reasonsOf(detail), reasons)
    assert.deepEqual(
      app.simulator.ledger().map(({ paid, uploads }) => [paid, uploads]),
      [[1, 1]],
    )
  }
})

/** As if the key were refused so many times, each time a result is asked for. */
function refusingResults(provider: IdentityProvider, refusals: number): IdentityProvider {
  let asked = 0
  return {
    ...provider,
    async result(job, signal) {
      asked += 1
      if (asked > refusals) return provider.result(job, signal)
      const reason = 'provider_credentials_refused'
      return { kind: 'refused', reason, code: '2205', raw: { code: '2205' } }
    },
  }
}

test('a run that dies right after the upload is taken up again without a second job', async (t) => {
  let dying = true
  const app = await startForTest(t, {
    wrapProvider: (provider) => dieAfterSubmit(provider, () => dying),
  })
  const id = await submit(app)
  await app.server.jobs.idle()
  dying = false
  const detail = await app.finish(id)
  assert.equal(detail.status, 'approved')
  const [entry] = app.simulator.ledger()
  assert.equal(entry?.paid, 1)
  assert.equal(entry?.uploads, 1)
})

test('without a provider account live verifications are refused, and the sandbox still works', async (t) => {
  const app = await startForTest(t, { withoutProvider: true })
  const refused = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body: specimenForm() })
  assert.equal(refused.status, 503)
  assert.equal(refused.error.code, 'unavailable')
  assert.ok(Number(refused.headers.get('Retry-After')) > 0)
  const sandbox = await call(`${app.url}/kyc/verify`, { key: app.sandboxKey, body: specimenForm() })
  assert.equal(sandbox.status, 200)
})

test('a callback that is not signed by the provider is refused and changes nothing', async (t) => {
  const app = await startForTest(t)
  app.simulator.setAutomaticCallbacks('off')
  // The job waits to ask the provider again; a callback that counts would let it ask at once.
  app.simulator.setFault({ endpoint: 'job_status', fault: { kind: 'status', status: 500 } })
  const id = await submit(app)
  await app.server.jobs.idle()
  const jobId = app.simulator.ledger()[0]?.jobId ?? ''
  app.clock.advance(2000)
  await app.server.jobs.idle()
  app.simulator.clearFaults()
  const before = await readDetail(app.url, app.liveKey, id)
  const attempts = await app.simulator.deliverCallbacks(jobId, 'badly_signed')
  assert.ok(attempts.length > 0)
  assert.ok(attempts.every((attempt) => attempt.kind === 'answered' && attempt.status === 401))
  await app.server.jobs.idle()
  assert.deepEqual(await readDetail(app.url, app.liveKey, id), before)
})

test('a callback to an address of no job is not found, and its body is not even read', async (t) => {
  const app = await startForTest(t)
  const unknown = `${app.url}/callbacks/smile-id/job-${'0'.repeat(26)}`
  const refused = await call(unknown, { body: 'x'.repeat(3_000_000) })
  assert.equal(refused.status, 404)
  assert.equal(refused.error.code, 'not_found')
})

test('an outage of our own does not count against the provider', async (t) => {
  const app = await startForTest(t, { settings: { SVC_PROVIDER_GIVE_UP_AFTER: '1h' } })
  app.simulator.setFault({ endpoint: 'upload', fault: { kind: 'status', status: 500 } })
  const id = await submit(app)
  await app.server.jobs.idle()
  // Two hours in which nothing of ours ran, as far as the job can tell.
  app.clock.advance(2 * 60 * 60_000)
  await app.server.jobs.idle()
  app.simulator.clearFaults()
  assert.equal((await app.finish(id)).status, 'approved')
})

test('a verification whose key does not open any more ends in error', async (t) => {
  const app = await startForTest(t)
  app.simulator.setFault({ endpoint: 'upload', fault: { kind: 'status', status: 500 }, calls: 3 })
  const id = await submit(app)
  await inTransaction(app.appliance.db, (trx) =>
    trx
      .updateTable('data_keys')
      .set({ wrapped: Buffer.alloc(61) })
      .execute(),
  )
  const row = await finishBlind(app, id)
  assert.equal(row?.status, 'error')
  assert.deepEqual(row?.reasons, ['evidence_unreadable'])
  const results = row?.checks.map(({ result }) => result)
  assert.deepEqual(results, Array(6).fill('not_done'))
})

/** Reads the row itself: the answer about the person cannot be opened, not even to be shown. */
async function finishBlind(app: RunningAppliance, id: string) {
  for (let second = 0; second < 60; second += 1) {
    await app.server.jobs.idle()
    const row = await findVerification(app.appliance.db.reader, id)
    if (row?.status !== 'pending') return row
    app.clock.advance(1000)
  }
  return undefined
}

/** The process dies, as far as the job can tell, between the provider's answer and our note of it. */
function dieAfterSubmit(provider: IdentityProvider, dying: () => boolean): IdentityProvider {
  return {
    ...provider,
    async submit(submission, signal) {
      const reply = await provider.submit(submission, signal)
      if (dying()) throw new Error('died')
      return reply
    },
  }
}

test('a link that leads to another service of this machine gets no image, and the outcome says why', async (t) => {
  const tls = await certifyServer(await makeAuthority())
  const trap = await startHttpStub((_, response) => response.end(), tls)
  const provider = await startHttpStub((_, response) => {
    const upload_url = `${trap.origin}/take?signed=secret`
    sendJson(response, 200, { upload_url, smile_job_id: '0000731201', code: '2202' })
  })
  t.after(() => Promise.all([trap.close(), provider.close()]))
  const app = await startForTest(t, { settings: { SVC_SMILE_BASE_URL: `${provider.origin}/v1` } })
  const detail = await app.finish(await submit(app))
  const { host } = new URL(trap.origin)
  assert.deepEqual([detail.status, reasonsOf(detail)], ['error', ['provider_misconfigured']])
  const told = { upload_link: 'host_not_allowed', upload_host: host }
  assert.deepEqual(detail.smile_result, told)
  assert.equal(trap.connections(), 0)
  const filter = { purpose: 'identity.upload' } as const
  const page = { order: 'oldest_first', after: undefined, limit: 10 } as const
  const calls = await listOutbound(app.appliance.db.reader, filter, page)
  assert.deepEqual(
    calls.map((one) => [one.host, one.outcome, one.bodyBytes]),
    [[host, 'address_forbidden', 0]],
  )
  const line = app.logLines.find((text) => text.includes('upload_link_refused')) ?? ''
  const { reason, host: named } = JSON.parse(line)
  assert.deepEqual({ reason, named }, { reason: 'host_not_allowed', named: host })
  assert.doesNotMatch(app.logLines.join(''), /signed=secret/)
})
