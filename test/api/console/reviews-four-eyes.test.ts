// Slow: takes a second of processor time. reviews-decisions.test.ts decides reviews in the fast lane.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openedBefore } from '../../support/opened-before.ts'
import { notAgain } from '../../support/postgres.ts'
import { codeOf, confirm, dispute, proposed } from '../../support/scenes/review-steps.ts'
import { openWork, startWork } from '../../support/scenes/work-scene.ts'

describe('four eyes', () => {
  const scene = openedBefore(openWork)

  test('a dispute waits for a second user, who is not its proposer', notAgain, async () => {
    const { review, approve, reject } = await proposed(scene)
    assert.equal(codeOf(await approve(scene.awa)), '403 second_person_required')
    assert.equal(codeOf(await reject(scene.awa)), '403 second_person_required')
    assert.equal(
      codeOf(await scene.awa.post(`/reviews/${review}/claim`)),
      '403 second_person_required',
    )
    const { data } = await approve()
    const { decided_by, approved_by } = data.decision as Record<string, { id: string }>
    assert.deepEqual([decided_by?.id, approved_by?.id], [scene.awa.id, scene.omar.id])
    assert.equal(codeOf(await approve()), '409 conflict')
  })

  test(
    'a lead decides like a reviewer, and never approves their own proposal',
    notAgain,
    async () => {
      const nadia = await scene.reviewer('nadia', 'lead')
      const { approve } = await proposed({ ...scene, awa: nadia })
      assert.equal(codeOf(await approve(nadia)), '403 second_person_required')
      assert.equal(codeOf(await approve(scene.omar)), '200')
      const second = await proposed(scene, { checker_id: nadia.id })
      assert.equal(codeOf(await second.approve(nadia)), '200')
    },
  )

  test('a named checker is the only one who may answer', notAgain, async () => {
    const fatou = await scene.reviewer('fatou')
    const { approve, reject } = await proposed(scene, { checker_id: fatou.id })
    assert.equal(codeOf(await approve(scene.omar)), '403 second_person_required')
    assert.equal(codeOf(await reject(scene.omar)), '403 second_person_required')
    assert.equal((await scene.omar.post('/reviews/next')).data.review, null)
    assert.equal(codeOf(await approve(fatou)), '200')
  })

  test('the approver is another user who reviews', notAgain, async () => {
    const id = await scene.queued()
    await scene.awa.post(`/reviews/${id}/claim`)
    for (const checker_id of [scene.awa.id, `usr_${'0'.repeat(26)}`]) {
      const answer = await scene.awa.post(`/reviews/${id}/decide`, { ...confirm, checker_id })
      assert.equal(codeOf(answer), '400 invalid_request')
    }
  })

  test(
    'a change of its basis voids the proposal, which cannot be approved',
    notAgain,
    async (t) => {
      const scene = await startWork(t)
      const { review, approve } = await proposed(scene)
      const { db } = scene.appliance
      const { data } = await scene.omar.get(`/reviews/${review}`)
      const id = String(data.verification_id)
      await db.write((trx) => trx.deleteFrom('data_keys').where('subject_id', '=', id).execute())
      assert.equal(codeOf(await approve()), '409 conflict')
      const { data: after } = await scene.omar.get(`/reviews/${review}`)
      assert.equal(after.state, 'open')
      assert.equal((after.entries as { kind: string }[]).at(-1)?.kind, 'voided')
      assert.equal(codeOf(await approve()), '409 conflict')
    },
  )

  test('a new finding voids the proposal at once', notAgain, async () => {
    const { review, approve } = await proposed(scene)
    const finding = { finding: 'portrait_differs', about: 'selfie', note: 'The ears.' }
    const { data } = await scene.omar.post(`/reviews/${review}/findings`, finding)
    assert.equal(data.state, 'open')
    assert.deepEqual(
      (data.entries as { kind: string }[]).map(({ kind }) => kind),
      ['proposed', 'finding', 'voided'],
    )
    assert.equal(codeOf(await approve()), '409 conflict')
  })

  test(
    'a rejected proposal goes back to its maker, and to others a day later',
    notAgain,
    async (t) => {
      const scene = await startWork(t)
      const { review, reject, approve } = await proposed(scene)
      const { data } = await reject()
      assert.equal(data.state, 'open')
      assert.equal((data.kept_for as { by: { id: string } }).by.id, scene.awa.id)
      assert.equal(codeOf(await approve()), '409 conflict')
      assert.equal((await scene.omar.post('/reviews/next')).data.review, null)
      const mine = await scene.awa.post('/reviews/next')
      assert.equal((mine.data.review as { id: string }).id, review)
      await scene.awa.post(`/reviews/${review}/release`)
      scene.clock.advance(86_400_000)
      await scene.omar.signIn('omar@bank.example')
      const others = await scene.omar.post('/reviews/next')
      assert.equal((others.data.review as { id: string }).id, review)
    },
  )

  test('answering where nothing was proposed is a conflict', notAgain, async () => {
    const review = await scene.queued()
    const proposal_id = `prp_${'0'.repeat(26)}`
    assert.equal(
      codeOf(await scene.omar.post(`/reviews/${review}/approve`, { proposal_id })),
      '409 conflict',
    )
    const reason = 'outcome_wrong'
    assert.equal(
      codeOf(await scene.omar.post(`/reviews/${review}/reject`, { proposal_id, reason })),
      '409 conflict',
    )
  })

  test('of two who answer at once, one does', async (t) => {
    const scene = await startWork(t)
    const fatou = await scene.reviewer('fatou')
    const { approve, reject } = await proposed(scene)
    const answers = await Promise.all([approve(), reject(fatou), approve(fatou), reject()])
    assert.deepEqual(answers.map(codeOf).toSorted(), [
      '200',
      '409 conflict',
      '409 conflict',
      '409 conflict',
    ])
  })

  test('policy may ask it of every outcome, or of none', notAgain, async (t) => {
    for (const [mode, body, state] of [
      ['always', confirm, 'proposed'],
      ['never', dispute, 'closed'],
    ] as const) {
      const scene = await startWork(t, { settings: { SVC_REVIEW_FOUR_EYES: mode } })
      const id = await scene.queued()
      await scene.awa.post(`/reviews/${id}/claim`)
      assert.equal((await scene.awa.post(`/reviews/${id}/decide`, body)).data.state, state)
    }
  })
})
