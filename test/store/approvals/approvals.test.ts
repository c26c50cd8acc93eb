import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { approvalLifeMs } from '../../../server/approvals/approval.ts'
import { readNotes } from '../../../server/approvals/approval-list-view.ts'
import { decideApproval } from '../../../server/approvals/decide-approval.ts'
import { recordAudit } from '../../../server/audit/record-audit.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { bytesOnDisk, openAgain } from '../../support/database.ts'
import { onSqlite } from '../../support/postgres.ts'
import {
  approve,
  codeIs,
  exportRequest,
  openApprovals,
  originOf,
  refuse,
  reread,
  twoAdministrators,
} from './approval-scene.ts'

describe('a request for a second user', () => {
  test('waits, with what it asks for encrypted on disk', onSqlite, async (t) => {
    const scene = await openApprovals(t)
    const { pending } = await twoAdministrators(scene)
    assert.equal(pending.progress.state, 'pending')
    assert.deepEqual(await reread(scene, pending.id), pending)
    const bytes = bytesOnDisk(scene.file)
    assert.ok(bytes.includes(pending.id))
    assert.equal(bytes.includes('Core banking'), false)
    assert.equal(bytes.includes('grace_ms'), false)
  })

  test('is applied in the transaction of the approval, and the log names both users', async (t) => {
    const scene = await openApprovals(t)
    const { awa, omar, pending } = await twoAdministrators(scene)
    const done = await decideApproval(scene.needs, originOf(omar), pending.id, approve)
    assert.deepEqual(done.progress, {
      state: 'approved',
      by: omar,
      at: scene.clock.now(),
      usableUntil: undefined,
    })
    assert.deepEqual([scene.effects, scene.payloads], [['apply key_1'], [{ grace_ms: 7 }]])
    const named = { approval_kind: 'key_activation', about: 'key_1', requested_by: awa }
    assert.deepEqual(await scene.audited(), [
      ['approval.requested', awa, named],
      ['approval.approved', omar, named],
    ])
  })

  test('is undone as a whole where applying it fails', async (t) => {
    const scene = await openApprovals(t)
    const { omar, pending } = await twoAdministrators(scene)
    const broken = {
      apply: () => Promise.reject(new Error('no space')),
      drop: async () => {},
    }
    const effects = { ...scene.needs.effects, key_activation: broken }
    const deciding = decideApproval(
      { ...scene.needs, effects },
      originOf(omar),
      pending.id,
      approve,
    )
    await assert.rejects(deciding, /no space/)
    assert.deepEqual(await reread(scene, pending.id), pending)
    assert.equal((await scene.audited()).length, 1)
  })

  test('is refused with a note that only the key can read', onSqlite, async (t) => {
    const scene = await openApprovals(t)
    const { omar, pending } = await twoAdministrators(scene)
    await decideApproval(scene.needs, originOf(omar), pending.id, refuse)
    assert.deepEqual(scene.effects, ['drop key_1'])
    const notes = await readNotes(scene.needs.keyring, scene.db.reader, [pending.id])
    assert.equal(notes.get(pending.id), 'Not this one.')
    assert.equal(bytesOnDisk(scene.file).includes('Not this one.'), false)
  })

  test('is decided once, by whoever of two comes first, also from another process', async (t) => {
    const scene = await openApprovals(t)
    const { omar, pending } = await twoAdministrators(scene)
    const ines = await scene.user('administrator')
    const elsewhere = { ...scene.needs, db: openAgain(t, scene.file) }
    const deciding = [
      decideApproval(scene.needs, originOf(omar), pending.id, approve),
      decideApproval(elsewhere, originOf(ines), pending.id, refuse),
      decideApproval(scene.needs, originOf(ines), pending.id, approve),
    ]
    const outcomes = await Promise.allSettled(deciding)
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const one of outcomes) {
      if (one.status === 'rejected') assert.ok(codeIs('conflict')(one.reason))
    }
    assert.equal(scene.effects.length, 1)
    assert.equal((await scene.audited()).length, 2)
  })
})

describe('who decides', () => {
  test('is never the requester, never the subject, and of a role that may', async (t) => {
    const scene = await openApprovals(t)
    const { awa, omar, pending } = await twoAdministrators(scene)
    const decide = (id: string, about = pending.id) =>
      decideApproval(scene.needs, originOf(id), about, approve)
    await assert.rejects(decide(awa), codeIs('second_person_required'))
    for (const role of ['reviewer', 'developer', 'auditor'] as const) {
      await assert.rejects(decide(await scene.user(role)), codeIs('missing_permission'))
    }
    const aboutOmar = await scene.request(awa, { subject: { kind: 'user', id: omar } })
    // With nobody else left it applies at once; with a third administrator the subject still must not.
    assert.equal(aboutOmar.progress.state, 'approved')
    await scene.user('administrator')
    const again = await scene.request(awa, { subject: { kind: 'user', id: omar } })
    await assert.rejects(decide(omar, again.id), codeIs('second_person_required'))
    assert.deepEqual(scene.effects, [])
  })

  test('is of an account that is active at that moment', async (t) => {
    const scene = await openApprovals(t)
    const { omar, pending } = await twoAdministrators(scene)
    await scene.disable(omar)
    const deciding = decideApproval(scene.needs, originOf(omar), pending.id, approve)
    await assert.rejects(deciding, codeIs('unauthenticated'))
  })

  test('may be a reviewer or an administrator for an export, and nobody alone', async (t) => {
    const scene = await openApprovals(t)
    const awa = await scene.user('reviewer')
    assert.equal((await scene.request(awa, exportRequest)).progress.state, 'pending')
  })
})

describe('what somebody asked for whose account was disabled since', () => {
  test('is not approved any more, and can be refused', async (t) => {
    const scene = await openApprovals(t)
    const { awa, omar, pending } = await twoAdministrators(scene)
    await scene.disable(awa)
    const approving = decideApproval(scene.needs, originOf(omar), pending.id, approve)
    await assert.rejects(approving, codeIs('conflict'))
    assert.deepEqual(scene.effects, [])
    await decideApproval(scene.needs, originOf(omar), pending.id, refuse)
    assert.deepEqual(scene.effects, ['drop key_1'])
  })
})

describe('where nobody else can decide', () => {
  test('the request is approved at once, by nobody, and the log says so', async (t) => {
    const scene = await openApprovals(t)
    const awa = await scene.user('administrator')
    await scene.user('reviewer')
    const { progress } = await scene.request(awa)
    const at = scene.clock.now()
    assert.deepEqual(progress, { state: 'approved', by: undefined, at, usableUntil: undefined })
    const [entry] = await scene.audited()
    assert.equal(Object(entry?.[2]).approval, 'nobody_else')
  })

  test('a developer still waits for the only administrator', async (t) => {
    const scene = await openApprovals(t)
    await scene.user('administrator')
    const developer = await scene.user('developer')
    assert.equal((await scene.request(developer)).progress.state, 'pending')
  })

  test('by their own hand they gain nothing for 72 hours', async (t) => {
    const scene = await openApprovals(t)
    const [awa, omar] = [await scene.user('administrator'), await scene.user('administrator')]
    await scene.disable(omar)
    await inTransaction(scene.db, (trx) =>
      recordAudit(scene.needs, trx, {
        by: originOf(awa),
        action: 'user.disabled',
        subject: { kind: 'user', id: omar },
      }),
    )
    scene.clock.advance(approvalLifeMs - 1)
    assert.equal((await scene.request(awa)).progress.state, 'pending')
    scene.clock.advance(1)
    const later = await scene.request(awa, { subject: { kind: 'key', id: 'key_2' } })
    assert.equal(later.progress.state, 'approved')
  })

  test('nor by taking the role from the other one', async (t) => {
    const scene = await openApprovals(t)
    const [awa, omar] = [await scene.user('administrator'), await scene.user('reviewer')]
    const demoted = (previous_role: string) =>
      inTransaction(scene.db, (trx) =>
        recordAudit(scene.needs, trx, {
          by: originOf(awa),
          action: 'user.role_changed',
          subject: { kind: 'user', id: omar },
          details: { role: 'reviewer', previous_role },
        }),
      )
    await demoted('developer')
    assert.equal((await scene.request(awa)).progress.state, 'approved')
    await demoted('administrator')
    assert.equal((await scene.request(awa)).progress.state, 'pending')
  })
})
