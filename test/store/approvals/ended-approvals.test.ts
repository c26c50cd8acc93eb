import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { approvalLifeMs, stateAt } from '../../../server/approvals/approval.ts'
import { listOverdue } from '../../../server/approvals/approval-store.ts'
import {
  cancelApprovalAbout,
  decideApproval,
  spendApproval,
  withdrawApproval,
} from '../../../server/approvals/decide-approval.ts'
import { expireApprovals } from '../../../server/approvals/expire-approvals.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { openAgain } from '../../support/database.ts'
import {
  type ApprovalScene,
  approve,
  codeIs,
  exportRequest,
  openApprovals,
  originOf,
  refuse,
  reread,
  twoAdministrators,
} from './approval-scene.ts'

const hourMs = 60 * 60 * 1000

describe('the end of a request', () => {
  test('comes after 72 hours, whether or not it was swept', async (t) => {
    const scene = await openApprovals(t)
    const { omar, pending } = await twoAdministrators(scene)
    scene.clock.advance(approvalLifeMs)
    assert.equal(stateAt(pending, scene.clock.now()), 'expired')
    const deciding = decideApproval(scene.needs, originOf(omar), pending.id, approve)
    await assert.rejects(deciding, codeIs('conflict'))
    const elsewhere = { ...scene.needs, db: openAgain(t, scene.file) }
    const swept = await Promise.all([expireApprovals(scene.needs), expireApprovals(elsewhere)])
    assert.equal(swept[0] + swept[1], 1)
    assert.deepEqual(scene.effects, ['drop key_1'])
    assert.equal((await reread(scene, pending.id)).progress.state, 'expired')
    assert.deepEqual((await scene.audited()).at(-1)?.slice(0, 2), ['approval.expired', undefined])
    assert.deepEqual(await listOverdue(scene.db.reader, scene.clock.now(), 10), [])
  })

  test('comes when its requester withdraws it, and nobody else can', async (t) => {
    const scene = await openApprovals(t)
    const { awa, omar, pending } = await twoAdministrators(scene)
    const other = withdrawApproval(scene.needs, originOf(omar), pending.id)
    await assert.rejects(other, codeIs('not_found'))
    await withdrawApproval(scene.needs, originOf(awa), pending.id)
    assert.deepEqual(scene.effects, ['drop key_1'])
    const late = decideApproval(scene.needs, originOf(omar), pending.id, approve)
    await assert.rejects(late, codeIs('conflict'))
  })

  test('comes with the end of its subject, without any effect', async (t) => {
    const scene = await openApprovals(t)
    const { omar, pending } = await twoAdministrators(scene)
    await inTransaction(scene.db, (trx) =>
      cancelApprovalAbout(scene.needs, trx, originOf(omar), pending),
    )
    assert.deepEqual(scene.effects, [])
    assert.equal((await reread(scene, pending.id)).progress.state, 'withdrawn')
  })
})

describe('two requests about one subject', () => {
  test('do not wait side by side: the second is refused while the first can be decided', async (t) => {
    const scene = await openApprovals(t)
    const { omar, pending } = await twoAdministrators(scene)
    const racing = await Promise.allSettled([scene.request(omar), scene.request(omar)])
    assert.ok(racing.every(({ status }) => status === 'rejected'))
    await assert.rejects(scene.request(omar), codeIs('conflict'))
    scene.clock.advance(approvalLifeMs)
    const next = await scene.request(omar)
    assert.equal(next.progress.state, 'pending')
    // The one before is still ended by the sweep, and only that one.
    assert.equal(await expireApprovals(scene.needs), 1)
    assert.equal((await reread(scene, pending.id)).progress.state, 'expired')
    assert.equal((await reread(scene, next.id)).progress.state, 'pending')
  })

  test('of which the first was decided follow each other', async (t) => {
    const scene = await openApprovals(t)
    const { awa, omar, pending } = await twoAdministrators(scene)
    await decideApproval(scene.needs, originOf(omar), pending.id, refuse)
    assert.equal((await scene.request(awa)).progress.state, 'pending')
  })
})

describe('what was approved for being used', () => {
  async function approvedExport(scene: ApprovalScene) {
    const [awa, ines] = [await scene.user('reviewer'), await scene.user('administrator')]
    const { id } = await scene.request(awa, { ...exportRequest, payload: { filter: 1 } })
    return { awa, ines, id }
  }
  const spend = (scene: ApprovalScene, userId: string, id: string) =>
    inTransaction(scene.db, (trx) =>
      spendApproval(scene.needs, trx, originOf(userId), { id, kind: 'personal_export' }),
    )

  test('is used once, by its requester, within 24 hours', async (t) => {
    const scene = await openApprovals(t)
    const { awa, ines, id } = await approvedExport(scene)
    await assert.rejects(spend(scene, awa, id), codeIs('conflict'))
    await decideApproval(scene.needs, originOf(ines), id, approve)
    await assert.rejects(spend(scene, ines, id), codeIs('not_found'))
    scene.clock.advance(24 * hourMs - 1)
    const spending = await Promise.allSettled([spend(scene, awa, id), spend(scene, awa, id)])
    const [spent] = spending.filter((one) => one.status === 'fulfilled')
    assert.deepEqual(spent?.value.payload, { filter: 1 })
    assert.equal(spending.filter(({ status }) => status === 'rejected').length, 1)
    const last = (await scene.audited()).at(-1)
    assert.deepEqual(last?.slice(0, 2), ['approval.used', awa])
    assert.equal(Object(last?.[2]).decided_by, ines)
  })

  test('is worth nothing after 24 hours', async (t) => {
    const scene = await openApprovals(t)
    const { awa, ines, id } = await approvedExport(scene)
    await decideApproval(scene.needs, originOf(ines), id, approve)
    scene.clock.advance(24 * hourMs)
    await assert.rejects(spend(scene, awa, id), codeIs('conflict'))
    assert.equal(await expireApprovals(scene.needs), 1)
  })
})
