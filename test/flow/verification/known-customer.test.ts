// The provider sees a new user in each verification, so it suspects every customer who is verified again.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { IdentityProvider } from '../../../server/providers/provider.ts'
import { mapResult } from '../../../server/providers/smile-id/map-result.ts'
import { settleSuspicion } from '../../../server/verifications/provider-job/settle-suspicion.ts'
import { call } from '../../support/api-client.ts'
import { claimed, specimenForm } from '../../support/images/specimens.ts'
import type { RunningAppliance } from '../../support/running-appliance.ts'
import { startWork } from '../../support/scenes/work-scene.ts'
import { allPassed, statusOf } from '../../unit/providers/smile-answers.ts'

const suspected = ['error', 'fraud_suspected']
const approved = ['approved']

describe('a customer whose face the provider knows', () => {
  test('is approved again with the same document, however its number is written', async (t) => {
    const scene = await startScene(t)
    assert.deepEqual(await scene.verify({ claims: 'SN-1234 567' }), approved)
    assert.deepEqual(await scene.verify({ claims: 'SN1234567' }), approved)
    assert.deepEqual(await scene.verify({ claims: undefined }), approved)
  })

  test('is approved after a number that was mistyped, or an image on which nothing was read', async (t) => {
    const scene = await startScene(t)
    const mistyped = await scene.verify({ claims: 'SN7654321' })
    assert.deepEqual(mistyped, ['declined', 'id_number_mismatch'])
    assert.deepEqual(await scene.verify({ reads: {}, result: '0812' }), [
      'declined',
      'document_unreadable',
    ])
    assert.deepEqual(await scene.verify({}), approved)
  })

  test('is suspected with another document, and from then on with both', async (t) => {
    const scene = await startScene(t)
    assert.deepEqual(await scene.verify({}), approved)
    assert.deepEqual(await scene.verify(other), suspected)
    assert.deepEqual(await scene.verify({}), suspected)
  })

  test('is approved with both documents once a review found that it is the same person', async (t) => {
    const scene = await startScene(t)
    assert.deepEqual(await scene.verify({}), approved)
    assert.deepEqual(await scene.verify(other), suspected)
    await scene.review({ outcome: 'dispute', reasons: ['same_person'] })
    assert.deepEqual(await scene.verify(other), approved)
    assert.deepEqual(await scene.verify({}), approved)
    const third = { claims: 'SN9999999', reads: { ...document, IDNumber: 'SN9999999' } }
    assert.deepEqual(await scene.verify(third), suspected)
  })

  test('stays suspected after a review that upheld it, or disputed it for another reason', async (t) => {
    const scene = await startScene(t)
    assert.deepEqual(await scene.verify({}), approved)
    assert.deepEqual(await scene.verify(other), suspected)
    await scene.review({ outcome: 'confirm', reasons: ['fraud_suspected'] })
    assert.deepEqual(await scene.verify(other), suspected)
    await scene.review({ outcome: 'dispute', reasons: ['same_person', 'document_forged'] })
    assert.deepEqual(await scene.verify({}), suspected)
  })

  test('is suspected who only claims the number, because nothing was read', async (t) => {
    const scene = await startScene(t)
    assert.deepEqual(await scene.verify({}), approved)
    assert.deepEqual(await scene.verify({ reads: {} }), suspected)
  })

  test('is suspected where the numbers are masked', async (t) => {
    const scene = await startScene(t)
    for (const IDNumber of ['***4567', 'XXXXXXX', '4567']) {
      const masked = { claims: undefined, reads: { ...document, IDNumber } }
      scene.users.length = 0
      assert.deepEqual(await scene.verify(masked), approved, IDNumber)
      assert.deepEqual(await scene.verify(masked), suspected, IDNumber)
    }
  })

  test('is suspected if the face is also that of a user whom this installation does not know', async (t) => {
    const scene = await startScene(t)
    assert.deepEqual(await scene.verify({}), approved)
    for (const user of ['user-of-another-system', 'user-\u0000', `user-${'a'.repeat(26)}`]) {
      scene.users.push(user)
      assert.deepEqual(await scene.verify({}), suspected, user)
      scene.users.splice(scene.users.indexOf(user), 1)
    }
    assert.deepEqual(await scene.verify({}), approved)
  })

  test('keeps no other request waiting while many earlier answers are read', async (t) => {
    const scene = await startScene(t)
    for (let times = 0; times < 3; times += 1) await scene.verify({})
    const SuspectUsers = scene.users.map((user_id) => ({ user_id, reason: 'same-person' }))
    const fields = { ResultCode: '0810', Actions: allPassed, ...document }
    const reply = mapResult(statusOf({ ...fields, Antifraud: { SuspectUsers } }))
    assert.ok(reply.kind === 'final' && reply.verdict.outcome === 'error')
    const submitted = { environment: 'live', country: 'SN' } as const
    let [turns, isDone] = [0, false]
    const count = () => {
      if (isDone) return
      turns += 1
      setImmediate(count)
    }
    setImmediate(count)
    const settled = await settleSuspicion(scene.appliance, submitted, reply.verdict)
    isDone = true
    assert.equal(settled.outcome, 'verified')
    assert.ok(turns >= scene.users.length, `${turns}`)
  })
})

interface Attempt {
  /** The number that the customer states; by default that of the document. */
  readonly claims?: string | undefined
  /** What the provider reads; by default the document. */
  readonly reads?: object
  readonly result?: string
}

const document = {
  Country: claimed.country,
  FullName: `${claimed.first_name} ${claimed.last_name}`,
  DOB: claimed.date_of_birth,
  IDNumber: 'SN1234567',
}

const other = { claims: 'SN7654321', reads: { ...document, IDNumber: 'SN7654321' } }

/** The provider finds the face of every customer whom it has seen. */
async function startScene(t: TestContext) {
  const users: string[] = []
  let now: Attempt = {}
  const findFaces = (provider: IdentityProvider): IdentityProvider => ({
    ...provider,
    async result(job, signal) {
      const reply = await provider.result(job, signal)
      if (reply.kind !== 'final') return reply
      const SuspectUsers = users.map((user_id) => ({ user_id, reason: 'same-person' }))
      users.push(job.userId)
      const { reads = document, result: ResultCode = '0810' } = now
      const fields = { ResultCode, Actions: allPassed, ...reads, Antifraud: { SuspectUsers } }
      const answer = mapResult(statusOf(fields))
      return answer.kind === 'final' ? { ...answer, raw: fields } : answer
    },
  })
  const settings = { SVC_REVIEW_FOUR_EYES: 'never' }
  const app = await startWork(t, { wrapProvider: findFaces, settings })
  let last = ''
  return {
    users,
    appliance: app.appliance,
    async verify(attempt: Attempt) {
      now = attempt
      const { id, outcome } = await verify(
        app,
        'claims' in attempt ? attempt.claims : document.IDNumber,
      )
      last = id
      return outcome
    },
    /** Decides the review of the last verification. */
    async review(decision: object) {
      const { data } = await app.awa.get(`/verifications/${last}`)
      const { id } = data.review as { readonly id: string }
      await app.awa.post(`/reviews/${id}/claim`)
      assert.equal((await app.awa.post(`/reviews/${id}/decide`, decision)).status, 200)
    },
  }
}

async function verify(app: RunningAppliance, number: string | undefined) {
  const { id_number: _, ...others } = claimed
  const fields = number === undefined ? others : { ...others, id_number: number }
  const form = { key: app.liveKey, body: specimenForm(fields) }
  const submitted = await call(`${app.url}/kyc/verify`, form)
  const id = String(submitted.data.id)
  const { status, reasons = [] } = await app.finish(id)
  const codes = (reasons as readonly { readonly code: string }[]).map(({ code }) => code)
  return { id, outcome: [status, ...codes] }
}
