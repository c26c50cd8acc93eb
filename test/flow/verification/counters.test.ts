// Slow: completes verifications with every outcome. api/console/overview.test.ts counts some in the fast lane.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromSystem } from '../../../server/audit/audit.ts'
import { claimNext } from '../../../server/reviews/claim-review.ts'
import { type Decision, decideReview } from '../../../server/reviews/decide-review.ts'
import { verifyInSandbox } from '../../api/verifications/sandbox-client.ts'
import { call } from '../../support/api-client.ts'
import { addUser } from '../../support/console-client.ts'
import { claimed, specimenForm } from '../../support/images/specimens.ts'
import { type RunningAppliance, startForTest } from '../../support/running-appliance.ts'

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
    codes: await reader.selectFrom('verification_code_counters').selectAll().execute(),
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
  const app = await startForTest(t)
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

/** The same counts from the rows themselves, by hour, country, kind and code. */
async function recountCodes({ appliance }: RunningAppliance) {
  const { reader } = appliance.db
  const verifications = await reader.selectFrom('verifications').selectAll().execute()
  const reviews = await reader
    .selectFrom('reviews')
    .innerJoin('verifications', 'verifications.id', 'reviews.verification_id')
    .select(['reviews.environment', 'country', 'causes', 'outcome'])
    .select(['reviews.created_at', 'reviews.closed_at', 'reviews.state'])
    .execute()
  const found = [
    ...verifications.flatMap(({ environment, country, status, reasons, completed_at: at }) =>
      at === null || status === 'approved'
        ? []
        : codesOf(reasons).map((code) => [environment, hourOf(at), country, status, code]),
    ),
    ...reviews.flatMap(({ environment, country, causes, created_at: at }) =>
      codesOf(causes).map((code) => [environment, hourOf(at), country, 'review_cause', code]),
    ),
    ...reviews.flatMap(({ environment, country, outcome, closed_at: at, state }) =>
      at === null || state !== 'closed'
        ? []
        : [[environment, hourOf(at), country, 'review_outcome', outcome]],
    ),
  ]
  const sums = new Map<string, number>()
  for (const name of found.map((parts) => parts.join(' '))) {
    sums.set(name, (sums.get(name) ?? 0) + 1)
  }
  return sums
}

const hourMs = 60 * 60 * 1000
const hourOf = (at: number) => at - (at % hourMs)
const codesOf = (json: string): readonly string[] => JSON.parse(json)

test('reasons, causes and outcomes of reviews are counted as a recount of the rows finds them', async (t) => {
  const app = await startForTest(t, { settings: { SVC_REVIEW_FOUR_EYES: 'never' } })
  await verifyAFew(app)
  const { id: userId } = await addUser(app.appliance, 'reviewer')
  const actor = {
    userId,
    isLead: false,
    by: { ...fromSystem, actor: { kind: 'user', id: userId } },
  } as const
  const causes = await app.appliance.db.reader.selectFrom('reviews').select('id').execute()
  assert.ok(causes.length >= 2)
  for (const outcome of ['confirm', 'dispute'] as const) {
    app.clock.advance(2 * hourMs)
    const taken = await claimNext(app.appliance, actor, { environment: 'live', after: undefined })
    assert.ok(taken)
    const reasons = outcome === 'confirm' ? ['decision_correct'] : ['same_person']
    await decideReview(app.appliance, actor, taken.id, { outcome, reasons } as Decision)
  }
  const { codes, times } = await sumsOf(app)
  const counted = new Map(
    codes.map(({ environment, starts_at, country, kind, code, verifications }) => [
      [environment, starts_at, country, kind, code].join(' '),
      verifications,
    ]),
  )
  assert.deepEqual([...counted].toSorted(), [...(await recountCodes(app))].toSorted())
  const reviewed = times.filter(({ kind }) => kind === 'review')
  assert.equal(
    reviewed.reduce((sum, { verifications }) => sum + verifications, 0),
    2,
  )
})
