// Slow: lets a quarter of an hour pass in seconds. store/verifications/provider-jobs.test.ts mends times in the fast
// lane. Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.
//
// A verification that was submitted while the clock was a month ahead waits no longer than any other once the clock is
// right again.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { mendDueTimes } from '../../../server/mend-due-times.ts'
import { call } from '../../support/api-client.ts'
import { specimenForm } from '../../support/images/specimens.ts'
import { type RunningApplianceOptions, startForTest } from '../../support/running-appliance.ts'

const minuteMs = 60_000
const monthMs = 30 * 24 * 60 * minuteMs

/** Submits, lets two minutes pass, and sets the clock back by a month. */
async function submittedAhead(t: TestContext, options: RunningApplianceOptions) {
  const app = await startForTest(t, options)
  if (options.settings?.SVC_PROVIDER_GIVE_UP_AFTER !== undefined) {
    app.simulator.setFault({ endpoint: 'all', fault: { kind: 'reset' } })
  }
  const submitted = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body: specimenForm() })
  const { status, data } = submitted
  assert.equal(status, 202)
  for (let second = 0; second < 120; second += 5) {
    await app.server.jobs.idle()
    app.clock.advance(5_000)
  }
  await app.server.jobs.idle()
  app.clock.setBack(monthMs)
  await mendDueTimes(app.appliance)
  return { app, id: String(data.id), rightAt: app.clock.now() }
}

const undecided = { SVC_PROVIDER_UNDECIDED_AFTER: '20m' }
const cases: readonly (readonly [
  what: string,
  options: RunningApplianceOptions,
  reason: string,
  minutes: readonly [least: number, most: number],
])[] = [
  [
    'a provider that does not decide',
    {
      settings: undecided,
      simulator: { outcome: () => ({ outcome: 'provisional_for_ever' }) },
    },
    'provider_undecided',
    [20, 25],
  ],
  [
    'staff who do not decide',
    { settings: { ...undecided, SVC_PROVIDER: 'local' } },
    'provider_undecided',
    [20, 25],
  ],
  [
    'a provider that was unreachable then, and is so now',
    { settings: { ...undecided, SVC_PROVIDER_GIVE_UP_AFTER: '15m' } },
    'provider_unreachable',
    [15, 30],
  ],
]

for (const [what, options, reason, [least, most]] of cases) {
  test(`${what}: its time counts from when the clock is right again`, async (t) => {
    const { app, id, rightAt } = await submittedAhead(t, options)
    const detail = await app.finish(id)
    assert.equal(detail.status, 'error')
    const codes = (detail.reasons as { code: string }[]).map(({ code }) => code)
    assert.deepEqual(codes, [reason])
    const minutes = (Date.parse(String(detail.completed_at)) - rightAt) / minuteMs
    assert.ok(minutes >= least && minutes <= most, `${minutes} minutes`)
  })
}
