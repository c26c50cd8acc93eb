import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyInSandbox } from '../../api/verifications/sandbox-client.ts'
import { call } from '../../support/api-client.ts'
import { type RunningAppliance, startAppliance } from '../../support/running-appliance.ts'
import { claimed, specimenForm } from '../../support/specimens.ts'

async function sumsOf({ appliance }: RunningAppliance) {
  const { reader } = appliance.db
  return {
    sums: await reader
      .selectFrom('verification_counters')
      .selectAll()
      .orderBy('environment')
      .orderBy('starts_at')
      .orderBy('country')
      .orderBy('id_type')
      .orderBy('kind')
      .execute(),
    times: await reader
      .selectFrom('verification_times')
      .selectAll()
      .orderBy('environment')
      .orderBy('starts_at')
      .orderBy('up_to_ms')
      .execute(),
  }
}

async function verifyAFew(app: RunningAppliance): Promise<void> {
  const submit = (id_number: string) =>
    call(`${app.url}/kyc/verify`, {
      key: app.liveKey,
      body: specimenForm({ ...claimed, id_number }),
    })
  for (const number of ['1990199100042', 'DEMO-DECLINED', 'DEMO-ERROR']) {
    await app.finish(String((await submit(number)).data.id))
    app.clock.advance(40 * 60 * 1000)
  }
  await verifyInSandbox(app, { score_requested: true })
  const { data } = await verifyInSandbox(app)
  const json = { verificationId: data.id }
  await call(`${app.url}/score/get`, { key: app.sandboxKey, json })
  await submit('1990199100043')
}

test('every submission, outcome and score is in the counters once', async (t) => {
  const app = await startAppliance()
  t.after(() => app.close())
  await verifyAFew(app)
  const written = await sumsOf(app)
  const count = (environment: string, kind: string) =>
    written.sums
      .filter((one) => one.environment === environment && one.kind === kind)
      .reduce((sum, { verifications }) => sum + verifications, 0)
  const timed = (environment: string) =>
    written.times
      .filter((one) => one.environment === environment)
      .reduce((sum, { verifications }) => sum + verifications, 0)
  assert.deepEqual(
    ['submitted', 'approved', 'declined', 'error'].map((kind) => count('live', kind)),
    [4, 1, 1, 1],
  )
  assert.equal(count('sandbox', 'submitted'), 2)
  const bands = written.sums.filter(({ kind }) => kind.startsWith('band_'))
  assert.deepEqual(
    bands.map(({ environment, verifications }) => [environment, verifications]),
    [['sandbox', 2]],
  )
  assert.equal(timed('live'), count('live', 'approved') + count('live', 'declined'))
  assert.equal(timed('sandbox'), count('sandbox', 'approved') + count('sandbox', 'declined'))
})
