// Slow: takes half a second of processor time and more. reviews-queue.test.ts lists reviews in the fast lane.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AuditOrigin } from '../../../server/audit/audit.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { createUser } from '../../../server/users/manage-users.ts'
import { issueLinkFor, resetSecondFactor } from '../../../server/users/passwords/resets.ts'
import { setUserRole } from '../../../server/users/user-store.ts'
import { goodPassword, openConsole } from '../../support/console-client.ts'
import { codeOf, dispute, proposed } from '../../support/scenes/review-steps.ts'
import { startWork, type WorkScene } from '../../support/scenes/work-scene.ts'

const day = 86_400_000

function by(id: string): AuditOrigin {
  return { actor: { kind: 'user', id }, clientAddress: '127.0.0.1', requestId: 'req_x' }
}

/** A reviewer whose account one of the others made while that one was an administrator. */
async function madeBy(scene: WorkScene, maker: string) {
  const email = 'shadow@bank.example'
  const asked = { email, name: 'Shadow', role: 'reviewer', password: goodPassword } as const
  const { id } = await createUser(scene.appliance, by(maker), asked)
  const client = openConsole(scene.server)
  await client.signIn(email)
  return Object.assign(client, { id })
}

/** What a reviewer did to an account while they were an administrator. */
async function asAdministrator(scene: WorkScene, id: string, act: (by: AuditOrigin) => unknown) {
  const { db } = scene.appliance
  await inTransaction(db, (trx) => setUserRole(trx, id, 'administrator'))
  await act(by(id))
  await inTransaction(db, (trx) => setUserRole(trx, id, 'reviewer'))
}

describe('the second pair of eyes', () => {
  test('is nobody whose account a party to the review made in the last seven days', async (t) => {
    const scene = await startWork(t)
    const shadow = await madeBy(scene, scene.awa.id)
    const { review, approve, reject } = await proposed(scene)
    assert.equal(codeOf(await approve(shadow)), '403 second_person_required')
    assert.equal(codeOf(await reject(shadow)), '403 second_person_required')
    const claim = await shadow.post(`/reviews/${review}/claim`)
    assert.equal(codeOf(claim), '403 second_person_required')
    assert.equal((await shadow.post('/reviews/next')).data.review, null)
    scene.clock.advance(7 * day)
    await shadow.signIn('shadow@bank.example')
    assert.equal(codeOf(await approve(shadow)), '200')
  })

  test('is nobody whose password or second factor a party reset', async (t) => {
    for (const reset of [issueLinkFor, resetSecondFactor]) {
      const scene = await startWork(t)
      await asAdministrator(scene, scene.awa.id, (awa) =>
        reset(scene.appliance, awa, scene.omar.id),
      )
      await scene.omar.signIn('omar@bank.example')
      const { approve } = await proposed(scene)
      assert.equal(codeOf(await approve(scene.omar)), '403 second_person_required')
    }
  })

  test('is nobody who made or reset the account of a party', async (t) => {
    const scene = await startWork(t)
    const fatou = await scene.reviewer('fatou')
    await asAdministrator(scene, scene.omar.id, (omar) =>
      issueLinkFor(scene.appliance, omar, scene.awa.id),
    )
    const { approve } = await proposed(scene)
    assert.equal(codeOf(await approve(scene.omar)), '403 second_person_required')
    assert.equal(codeOf(await approve(fatou)), '200')
  })

  test('counts who wrote in the history as a party, not only who proposed', async (t) => {
    const scene = await startWork(t)
    const fatou = await scene.reviewer('fatou')
    const shadow = await madeBy(scene, fatou.id)
    const review = await scene.queued()
    await fatou.post(`/reviews/${review}/claim`)
    const finding = { finding: 'portrait_differs', about: 'selfie', note: 'The ears.' }
    await fatou.post(`/reviews/${review}/findings`, finding)
    await fatou.post(`/reviews/${review}/release`)
    await scene.awa.post(`/reviews/${review}/claim`)
    const { data } = await scene.awa.post(`/reviews/${review}/decide`, dispute)
    const { id: proposal_id } = data.proposal as { readonly id: string }
    const approve = (client: typeof shadow) =>
      client.post(`/reviews/${review}/approve`, { proposal_id })
    assert.equal((await shadow.post('/reviews/next')).data.review, null)
    assert.equal(codeOf(await approve(shadow)), '403 second_person_required')
    assert.equal(codeOf(await approve(scene.omar)), '200')
  })

  test('cannot be named where they could not answer, and is not offered', async (t) => {
    const scene = await startWork(t)
    const shadow = await madeBy(scene, scene.awa.id)
    const { data } = await scene.awa.get('/reviews/reviewers')
    const offered = (data.items as { id: string }[]).map(({ id }) => id)
    assert.deepEqual(offered, [scene.omar.id])
    const id = await scene.queued()
    await scene.awa.post(`/reviews/${id}/claim`)
    const named = { ...dispute, checker_id: shadow.id }
    const answer = await scene.awa.post(`/reviews/${id}/decide`, named)
    assert.equal(codeOf(answer), '403 second_person_required')
  })
})
