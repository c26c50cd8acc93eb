// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { call } from '../../support/api-client.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { startAppliance } from '../../support/running-appliance.ts'
import { claimed, specimenForm } from '../../support/specimens.ts'
import { verifyInSandbox } from '../verifications/sandbox-client.ts'

describe('without a scoring engine', () => {
  const app = openedBefore(startAppliance)

  const getScore = (verificationId: unknown, key: string) =>
    call(`${app.url}/score/get`, { key, json: { verificationId } })

  test('a live verification is skipped, and its score unavailable until there is one', async () => {
    const body = specimenForm({ ...claimed, score_requested: 'true' })
    const { data } = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
    const detail = await app.finish(String(data.id))
    assert.deepEqual(
      [detail.status, detail.score, detail.metadata],
      ['approved', null, { scoring_skipped: true, scoring_error: 'UNAVAILABLE' }],
    )
    const { status, error, headers } = await getScore(data.id, app.liveKey)
    assert.deepEqual([status, error.code], [503, 'scoring_unavailable'])
    assert.equal(headers.get('retry-after'), '3600')
  })

  test('the sandbox gives scores all the same', async () => {
    const { data } = await verifyInSandbox(app)
    assert.equal((await getScore(data.id, app.sandboxKey)).status, 200)
  })
})
