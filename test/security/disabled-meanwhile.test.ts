// Not again on PostgreSQL: flow/verification/staff-decision.test.ts and the tests of exports send the same statements.

import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import type { Appliance } from '../../server/appliance.ts'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { listAuditEntries } from '../../server/audit/audit-view.ts'
import type { ConsoleRequest } from '../../server/console-api/console-route.ts'
import { makeCaseFile } from '../../server/console-api/verifications/case-file/make-case-file.ts'
import { judgeSmallExport } from '../../server/console-api/verifications/export-approval.ts'
import { exportHandlers } from '../../server/console-api/verifications/export-handlers.ts'
import { exportVerifications } from '../../server/console-api/verifications/export-verifications.ts'
import { changeUser } from '../../server/users/manage-users.ts'
import { originOf } from '../../server/users/request-origin.ts'
import { endSession, findSignedIn } from '../../server/users/sessions.ts'
import { findVerification } from '../../server/verifications/verification-view.ts'
import { call } from '../support/api-client.ts'
import { keepCompleted } from '../support/console-verifications.ts'
import { claimed, specimenForm } from '../support/images/specimens.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { startWork } from '../support/scenes/work-scene.ts'
import { scoredReply, testEngine } from '../support/score.ts'
import { until } from '../support/turns.ts'

const disabled = { state: 'disabled' } as const
const developer = { role: 'developer' } as const
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

/** An export of two pages by Awa. The first one is ready to be sent: it holds more than a stream reads ahead. */
async function halfExported(t: TestContext) {
  const { appliance, awa } = await startWork(t)
  const clock = new ManualClock()
  for (let row = 0; row <= 200; row += 1) {
    await keepCompleted({ db: appliance.db, clock }, { externalRef: 'x'.repeat(1000) })
  }
  const token = awa.cookie?.split('=')[1] ?? ''
  const signedIn = await findSignedIn(appliance, token, false)
  const asked = {
    ...{ signedIn, clientAddress: '127.0.0.1', requestId: 'req_of_the_test' },
    json: async () => ({ purpose: 'audit' }),
  }
  const { personalList } = exportHandlers
  const users = { ...appliance.config.users }
  const config = { ...appliance.config, users }
  const needs = { ...appliance, config, printCaseFile: () => assert.fail('nothing is printed') }
  const { file } = await personalList(needs, asked as unknown as ConsoleRequest)
  assert.ok(file instanceof Readable)
  const parts = file[Symbol.asyncIterator]()
  await parts.next()
  await until(() => file.readableLength > 0)
  const takeRest = async () => {
    let lines = 0
    for (let part = await parts.next(); !part.done; part = await parts.next()) {
      lines += String(part.value).split('\r\n').length - 1
    }
    return lines
  }
  const audited = async () => {
    const filter = { action: 'verification.exported' } as const
    const page = { limit: 1, after: undefined }
    const [last] = await listAuditEntries(appliance.db.reader, filter, page)
    return [last?.outcome, last?.details.count]
  }
  return { appliance, users, awa, takeRest, audited, sessionId: String(signedIn?.session.id) }
}

const endings = [
  ['is disabled', (appliance, awaId) => changeUser(appliance, fromCommandLine, awaId, disabled)],
  [
    'gets another role',
    (appliance, awaId) => changeUser(appliance, fromCommandLine, awaId, developer),
  ],
  [
    'loses the session',
    (appliance, userId, sessionId) => endSession(appliance, fromCommandLine, { userId, sessionId }),
  ],
  [
    'has been signed in for too long',
    ({ db }) => db.write((trx) => trx.updateTable('sessions').set({ created_at: 0 }).execute()),
  ],
] as const satisfies readonly (readonly [
  string,
  (appliance: Appliance, awaId: string, sessionId: string) => Promise<unknown>,
])[]

for (const [what, end] of endings) {
  test(`the export of a user who ${what} goes no further, and the log has how far it came`, async (t) => {
    const { appliance, awa, sessionId, takeRest, audited } = await halfExported(t)
    await end(appliance, awa.id, sessionId)
    await assert.rejects(takeRest(), { code: 'unauthenticated' })
    assert.deepEqual(await audited(), ['denied', 200])
  })
}

test('the export of a user who may no longer sign in with a password goes no further', async (t) => {
  const { users, takeRest } = await halfExported(t)
  Object.assign(users, { localSignIn: 'emergency' })
  await assert.rejects(takeRest(), { code: 'unauthenticated' })
})

test('the export of a user who stays goes on to its end, however idle the session is', async (t) => {
  const { appliance, takeRest, audited } = await halfExported(t)
  await appliance.db.write((trx) => trx.updateTable('sessions').set({ used_at: 0 }).execute())
  assert.equal(await takeRest(), 201)
  assert.deepEqual(await audited(), ['done', 201])
})

test('a user who is disabled while the rows of an export are counted gets none of them', async (t) => {
  const { appliance, awa } = await startWork(t)
  const by = originOf({ clientAddress: '127.0.0.1', requestId: 'req_of_the_test' }, awa.id)
  const filter = { environment: 'live' } as const
  const admit = await judgeSmallExport(appliance, by, filter)
  await changeUser(appliance, fromCommandLine, awa.id, { state: 'disabled' })
  const unwatched = { findHidden: async () => new Set<string>(), assertStillMay: async () => {} }
  const asked = { filter, personalFor: 'audit', separator: 'comma' } as const
  const exporting = exportVerifications(appliance, by, asked, unwatched, admit)
  await assert.rejects(exporting, { code: 'unauthenticated' })
})

test('a lead who is disabled while a case file is printed gets none, and no entry says so', async (t) => {
  const scene = await startWork(t)
  const lead = await scene.reviewer('nadia', 'lead')
  const id = await scene.verified()
  const verification = await findVerification(scene.appliance.db.reader, id)
  const needs = {
    ...scene.appliance,
    async printCaseFile() {
      await changeUser(scene.appliance, fromCommandLine, lead.id, { state: 'disabled' })
      return Buffer.from('%PDF-')
    },
  }
  const making = makeCaseFile(needs, {
    verification: verification ?? assert.fail(),
    by: originOf({ clientAddress: '127.0.0.1', requestId: 'req_of_the_test' }, lead.id),
    reason: 'audit',
    language: 'en',
    madeBy: 'Nadia',
    signal: new AbortController().signal,
  })
  await assert.rejects(making, { code: 'unauthenticated' })
  assert.deepEqual(await scene.audited(id), [])
})
