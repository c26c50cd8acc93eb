// What one administrator asks for in the console and another one has to agree to: taking a second factor away,
// and granting a role that sees personal data or gives access. Where there is no other one, it is done at
// once, and the audit log says that nobody else looked. On the host, `svc users` does it directly.

import { z } from 'zod'
import type { Approval } from '../approvals/approval.ts'
import type { ApprovalEffect, SettledApproval } from '../approvals/decide-approval.ts'
import { type ApprovalRequest, requestApproval } from '../approvals/request-approval.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { newId } from '../kernel/ids.ts'
import { assertNotOneself, type Doing, type RecordNeeds, refuseState } from './doing.ts'
import { refuseEmail, requireMember } from './links.ts'
import { findMemberByEmail } from './member-store.ts'
import {
  admitWithin,
  changeRoleWithin,
  changeWithin,
  type Invited,
  inviteWithin,
  type MemberChange,
  type NewMember,
} from './people.ts'
import { assertMayResetFactor, resetSecondFactorWithin } from './resets.ts'
import { type Role, roles } from './role.ts'
import type { Member } from './staff.ts'
import type { StaffNeeds } from './visitor.ts'

/** Done, or waiting for another administrator. */
export type Asked<Result> =
  | { readonly state: 'done'; readonly result: Result }
  | { readonly state: 'waits'; readonly approval: Approval }

/** Roles that one administrator does not grant alone. */
const guardedRoles: readonly Role[] = ['reviewer', 'administrator']

/** @throws AppError `conflict` for an e-mail address that is taken, now or when it is approved */
export function askToInvite(
  needs: StaffNeeds,
  by: AuditOrigin,
  asked: NewMember,
): Promise<Asked<Invited>> {
  return inTransaction(needs.db, async (trx) => {
    if ((await findMemberByEmail(trx, asked.email)) !== undefined) throw refuseEmail()
    const { email, name, role } = asked
    if (!guardedRoles.includes(role)) {
      return { state: 'done', result: await inviteWithin(needs, trx, { by }, asked) }
    }
    const approval = await requestApproval(needs, trx, by, {
      kind: 'user_role_grant',
      subject: { kind: 'staff', id: newId('usr', needs.clock.now()) },
      facts: { name, email, role, previous_role: null },
    })
    const { id } = approval.subject
    return whenAgreed(approval, (agreed) =>
      inviteWithin(needs, trx, { by, agreed }, { ...asked, id }),
    )
  })
}

/**
 * The rest of the change is made at once; `waits` tells of the role.
 * @throws AppError `not_found`, `conflict`
 */
export function askToChange(
  needs: StaffNeeds,
  by: AuditOrigin,
  memberId: string,
  { role, ...rest }: MemberChange,
): Promise<{ readonly member: Member; readonly approval: Approval | undefined }> {
  return inTransaction(needs.db, async (trx) => {
    const before = await requireMember(trx, memberId)
    if (role === undefined || role === before.role || !guardedRoles.includes(role)) {
      const change = role === undefined ? rest : { ...rest, role }
      return {
        member: await changeWithin(needs, trx, { by }, memberId, change),
        approval: undefined,
      }
    }
    assertNotOneself({ by }, memberId)
    const member = await changeWithin(needs, trx, { by }, memberId, rest)
    const { name, email } = member
    const approval = await requestApproval(needs, trx, by, {
      kind: 'user_role_grant',
      subject: { kind: 'staff', id: memberId },
      facts: { name, email, role, previous_role: before.role },
    })
    const asked = await whenAgreed(approval, async (agreed) => {
      await changeRoleWithin(needs, trx, { by, agreed }, member, role)
      return requireMember(trx, memberId)
    })
    if (asked.state === 'waits') return { member, approval }
    return { member: asked.result, approval: undefined }
  })
}

/** @throws AppError `not_found`, `conflict` */
export function askToResetFactor(
  needs: StaffNeeds,
  by: AuditOrigin,
  memberId: string,
): Promise<Asked<Member>> {
  return inTransaction(needs.db, async (trx) => {
    const { name, email, role } = await assertMayResetFactor(needs, trx, { by }, memberId)
    const request: ApprovalRequest = {
      kind: 'user_second_factor_reset',
      subject: { kind: 'staff', id: memberId },
      facts: { name, email, role },
    }
    const approval = await requestApproval(needs, trx, by, request)
    return whenAgreed(approval, (agreed) =>
      resetSecondFactorWithin(needs, trx, { by, agreed }, memberId),
    )
  })
}

/** Done at once where nobody else could agree. */
async function whenAgreed<Result>(
  approval: Approval,
  work: (agreed: 'nobody_else') => Promise<Result>,
): Promise<Asked<Result>> {
  if (approval.progress.state === 'pending') return { state: 'waits', approval }
  return { state: 'done', result: await work('nobody_else') }
}

export function secondFactorReset(needs: RecordNeeds): ApprovalEffect {
  return {
    async apply(trx, settled) {
      await resetSecondFactorWithin(needs, trx, doingOf(settled), settled.approval.subject.id)
    },
    async drop() {},
  }
}

const grant = z.object({
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  previous_role: z.enum(roles).nullable(),
})

export function roleGrant(needs: RecordNeeds): ApprovalEffect {
  return {
    async apply(trx, settled) {
      const { approval } = settled
      const facts = grant.parse(approval.facts)
      const { id } = approval.subject
      if (facts.previous_role !== null) {
        await grantWithin(needs, trx, settled, { ...facts, id, from: facts.previous_role })
        return
      }
      if ((await findMemberByEmail(trx, facts.email)) !== undefined) throw refuseEmail()
      await admitWithin(needs, trx, doingOf(settled), { ...facts, id })
    },
    async drop() {},
  }
}

/** @throws AppError `conflict` where the account is another than the one that was looked at */
async function grantWithin(
  needs: RecordNeeds,
  trx: Trx,
  settled: SettledApproval,
  { id, from, role }: { readonly id: string; readonly from: Role; readonly role: Role },
): Promise<void> {
  const member = await requireMember(trx, id)
  if (member.role !== from || member.state === 'disabled') {
    const message = 'The account has changed since this was asked for. Refuse it, or ask anew.'
    throw refuseState('changed_meanwhile', message)
  }
  await changeRoleWithin(needs, trx, doingOf(settled), member, role)
}

function doingOf({ by, approval: { id: approvalId, requestedBy } }: SettledApproval): Doing {
  return { by, agreed: { requestedBy, approvalId } }
}
