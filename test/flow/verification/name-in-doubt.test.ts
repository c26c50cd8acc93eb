// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.
//
// A name that the document spells another way declines nobody: a person looks at it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IdentityProvider, ResultReply } from '../../../server/providers/provider.ts'
import { call } from '../../support/api-client.ts'
import { claimed, specimenForm } from '../../support/images/specimens.ts'
import { startForTest } from '../../support/running-appliance.ts'

/** The provider, with this name on every document. */
function readingName(provider: IdentityProvider, name: Record<'firstName' | 'lastName', string>) {
  const named = (reply: ResultReply): ResultReply => {
    if (reply.kind !== 'final') return reply
    const { dateOfBirth, idNumber, expiresOn } = reply.verdict.readings
    const readings = JSON.parse(JSON.stringify({ dateOfBirth, idNumber, expiresOn, ...name }))
    return { ...reply, verdict: { ...reply.verdict, readings } }
  }
  return {
    ...provider,
    result: async (...args) => named(await provider.result(...args)),
  } satisfies IdentityProvider
}

const cases = [
  { claim: ['Ghizlane', 'Tazi'], read: ['RIZLANE', 'TAZI'], status: 'approved', check: 'unclear' },
  { claim: ['Penda', 'Wade'], read: ['PENDA', 'VADE'], status: 'approved', check: 'unclear' },
  { claim: ['Badr', 'Tazri'], read: ['BADER', 'TAZIR'], status: 'declined', check: 'failed' },
  { claim: ['Penda', 'Wade'], read: ['PENDA', 'SARR'], status: 'declined', check: 'failed' },
] as const

for (const { claim, read, status, check } of cases) {
  test(`${claim.join(' ')} against ${read.join(' ')} is ${status}, and waits for a reviewer`, async (t) => {
    const name = { firstName: read[0], lastName: read[1] }
    const app = await startForTest(t, { wrapProvider: (provider) => readingName(provider, name) })
    const fields = { ...claimed, first_name: claim[0], last_name: claim[1] }
    const submitted = await call(`${app.url}/kyc/verify`, {
      key: app.liveKey,
      body: specimenForm(fields),
    })
    const detail = await app.finish(String(submitted.data.id))
    assert.equal(detail.status, status)
    const checks = detail.checks as { check: string; result: string }[]
    assert.equal(checks.find((one) => one.check === 'name')?.result, check)
    const review = await app.appliance.db.reader
      .selectFrom('reviews')
      .select(['state', 'causes'])
      .where('verification_id', '=', String(submitted.data.id))
      .executeTakeFirstOrThrow()
    const causes = JSON.parse(review.causes) as string[]
    assert.equal(review.state, 'open')
    assert.equal(causes.includes('doubt'), check === 'unclear')
    assert.equal(causes.includes('mismatch'), check === 'failed')
  })
}
