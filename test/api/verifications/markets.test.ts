// Slow: takes a second of processor time. live-idempotency.test.ts submits in one market in the fast lane.
// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ProviderSubmission } from '../../../server/providers/provider.ts'
import { call } from '../../support/api-client.ts'
import { claimed, specimenForm } from '../../support/images/specimens.ts'
import { type RunningAppliance, startAppliance } from '../../support/running-appliance.ts'
import { verifyInSandbox } from './sandbox-client.ts'

describe('markets that are planned', () => {
  let app: RunningAppliance
  const submitted: ProviderSubmission[] = []
  before(async () => {
    app = await startAppliance({
      settings: { SVC_MARKETS: 'SN,MA,CI,GH' },
      wrapProvider: (provider) => ({
        ...provider,
        submit(submission, signal) {
          submitted.push(submission)
          return provider.submit(submission, signal)
        },
      }),
    })
  })
  after(() => app.close())

  for (const country of ['CI', 'GH']) {
    // One market stands for the others in the usual lane.
    const lane = country === 'CI' ? '' : ' (long)'

    test(`work end to end once they are switched on: ${country}${lane}`, async () => {
      const body = specimenForm({ ...claimed, country })
      const { status, data } = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
      assert.equal(status, 202)
      const detail = await app.finish(String(data.id))
      assert.deepEqual([detail.status, detail.country], ['approved', country])
      assert.equal((detail.smile_result as Record<string, unknown>).Country, country)
      assert.deepEqual(
        [submitted.at(-1)?.country, submitted.at(-1)?.idType],
        [country, 'national_id'],
      )
    })

    test(`work in the sandbox, too: ${country}${lane}`, async () => {
      const { data } = await verifyInSandbox(app, { country })
      assert.deepEqual([data.status, data.country], ['approved', country])
    })

    test(`have national IDs only: ${country}${lane}`, async () => {
      for (const idType of ['passport', 'voter_id']) {
        const body = specimenForm({ ...claimed, country, id_type: idType })
        const { status, error } = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
        assert.deepEqual([status, error.code], [400, 'unsupported_document'])
      }
    })
  }
})
