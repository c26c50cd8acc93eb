// Slow: takes half a second of processor time and more. clock-steps.test.ts steps the clock in the fast lane.
//
// The clock of the machine jumps by a day, forward and back, while a server runs.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pruneIdempotency } from '../../../server/api/idempotency/idempotency.ts'
import { verifyAudit } from '../../../server/operations/audit-check/verify-audit.ts'
import { person, verifyInSandbox } from '../../api/verifications/sandbox-client.ts'
import { call } from '../../support/api-client.ts'
import { type RunningAppliance, startAppliance } from '../../support/running-appliance.ts'

const dayMs = 24 * 60 * 60 * 1000
const perMinute = 30

let app: RunningAppliance
before(async () => {
  app = await startAppliance({ settings: { SVC_RATE_LIMIT_PER_MINUTE: String(perMinute) } })
})
after(() => app.close())

const jumps = {
  forward: () => app.clock.setBack(-dayMs),
  back: () => app.clock.setBack(dayMs),
}

describe('a clock that jumps by a day', () => {
  for (const [direction, jump] of Object.entries(jumps)) {
    test(`${direction} loses no submission, repeats none, and keeps the audit log whole`, async () => {
      const key = await app.key('sandbox')
      const headers = { 'Idempotency-Key': `jump-${direction}` }
      const submit = () => call(`${app.url}/kyc/sandbox/verify`, { key, json: person, headers })
      const first = await submit()
      assert.equal(first.status, 200, first.text)
      jump()
      const detail = await call(`${app.url}/kyc/verifications/${first.data.id}`, { key })
      assert.equal(detail.data.status, 'approved')
      await pruneIdempotency(app.appliance)
      assert.equal((await submit()).data.id, first.data.id)
      await verifyInSandbox(app)
      const { isIntact, faults, rowFaults } = await verifyAudit(app.appliance)
      assert.deepEqual([isIntact, faults, rowFaults], [true, [], []])
    })
  }

  test('back keeps no client in its rate limit for longer than a minute', async () => {
    const key = await app.key('sandbox')
    const ask = async () => (await call(`${app.url}/kyc/verifications?limit=1`, { key })).status
    let refused = 0
    for (let asked = 0; asked <= perMinute; asked += 1) if ((await ask()) === 429) refused += 1
    assert.ok(refused > 0)
    app.clock.setBack(dayMs)
    assert.equal(await ask(), 200)
  })

  test('back ends no job early and loses none: a pending verification completes', async () => {
    const key = await app.key('sandbox')
    const json = { ...person, sandbox_delay_seconds: 3 }
    const submitted = await call(`${app.url}/kyc/sandbox/verify`, { key, json })
    assert.equal(submitted.data.status, 'pending')
    app.clock.setBack(dayMs)
    const status = async () =>
      (await call(`${app.url}/kyc/verifications/${submitted.data.id}`, { key })).data.status
    assert.equal(await status(), 'pending')
    app.clock.advance(dayMs + 4_000)
    await app.server.jobs.idle()
    assert.equal(await status(), 'approved')
  })
})
