// Not again on PostgreSQL: flow/verification/staff-decision.test.ts and the tests of exports send the same statements.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { judgeSmallExport } from '../../server/console-api/verifications/export-approval.ts'
import { exportVerifications } from '../../server/console-api/verifications/export-verifications.ts'
import { changeUser } from '../../server/users/manage-users.ts'
import { originOf } from '../../server/users/request-origin.ts'
import { call } from '../support/api-client.ts'
import { claimed, specimenForm } from '../support/images/specimens.ts'
import { startWork } from '../support/scenes/work-scene.ts'
import { scoredReply, testEngine } from '../support/score.ts'

const staffDecide = { SVC_PROVIDER: 'local', SVC_REVIEW_FOUR_EYES: 'never' }
const approved = { outcome: 'approved', reasons: ['same_person', 'document_genuine'] }

test('a reviewer who is disabled while the score is computed decides nothing', async (t) => {
  const scoring = testEngine()
  const scene = await startWork(t, { settings: staffDecide, scoring })
  const body = specimenForm({ ...claimed, score_requested: 'true' })
  const { data } = await call(`${scene.url}/kyc/verify`, { key: scene.liveKey, body })
  await scene.server.jobs.idle()
  const opened = await scene.awa.get(`/verifications/${data.id}`)
  const { id: review } = opened.data.review as { readonly id: string }
  await scene.awa.post(`/reviews/${review}/claim`)
  scoring.answer = async () => {
    await changeUser(scene.appliance, fromCommandLine, scene.awa.id, { state: 'disabled' })
    return scoredReply()
  }
  const { status, error } = await scene.awa.post(`/reviews/${review}/decide`, approved)
  assert.deepEqual([status, error.code], [401, 'unauthenticated'])
  const read = await call(`${scene.url}/kyc/verifications/${data.id}`, { key: scene.liveKey })
  assert.equal(read.data.status, 'pending')
})

test('a user who is disabled while the rows of an export are counted gets none of them', async (t) => {
  const { appliance, awa } = await startWork(t)
  const by = originOf({ clientAddress: '127.0.0.1', requestId: 'req_of_the_test' }, awa.id)
  const filter = { environment: 'live' } as const
  const admit = await judgeSmallExport(appliance, by, filter)
  await changeUser(appliance, fromCommandLine, awa.id, { state: 'disabled' })
  const asked = { filter, personalFor: 'audit', separator: 'comma' } as const
  const exporting = exportVerifications(appliance, by, asked, async () => new Set(), admit)
  await assert.rejects(exporting, { code: 'unauthenticated' })
})
