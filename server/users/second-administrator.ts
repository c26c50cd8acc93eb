// Changes of accounts that a second administrator must approve in the console: resetting a second factor, returning an
// account to an invitation, and granting a role that sees personal data or gives access. Without another administrator
// the change is made at once, and the audit log says so. On the host, `svc users` makes these changes directly.

import { z } from 'zod'
import type { Approval } from '../approvals/approval.ts'
import type { ApprovalEffect, SettledApproval } from '../approvals/decide-approval.ts'
import { type ApprovalRequest, requestApproval } from '../approvals/request-approval.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { newId } from '../kernel/ids.ts'
import { assertStillMay } from './assert-still-may.ts'
import {
  changeRoleWithin,
  changeWithin,
  type Invited,
  inviteWithin,
  inviteWithoutLink,
  isLastAdministrator,
  type NewUser,
  refuseLastAdministrator,
  type UserChange,
} from './manage-users.ts'
import {
  type AccountChange,
  type AccountChangeNeeds,
  assertNotOneself,
  refuseState,
} from './notices/account-change.ts'
import { assertMayResetFactor, resetSecondFactorWithin } from './passwords/resets.ts'
import { assertMayReinvite, reinviteWithin } from './reinvite-user.ts'
import type { UserNeeds } from './request-origin.ts'
import { type Role, roles, rolesWith } from './role.ts'
import type { User } from './user.ts'
import { refuseEmail, requireUser } from './user-links.ts'
import { findUserByEmail } from './user-store.ts'

/** Done at once, or waiting for another administrator's approval. */
type DoneOrWaits<Result> =
  | { readonly state: 'done'; readonly result: Result }
  | { readonly state: 'waits'; readonly approval: Approval }

/** Roles whose grant needs an approval. */
const guardedRoles: readonly Role[] = rolesWith('verifications.read').concat(
  rolesWith('users.manage'),
)

/** @throws AppError `conflict` if the e-mail address is taken, now or at the time of approval */
export function askToInvite(
  needs: UserNeeds,
  by: AuditOrigin,
  asked: NewUser,
): Promise<DoneOrWaits<Invited>> {
  return inTransaction(needs.db, async (trx) => {
    await assertStillMay(trx, by, 'users.manage')
    if ((await findUserByEmail(trx, asked.email)) !== undefined) throw refuseEmail()
    const { email, name, role } = asked
    if (!guardedRoles.includes(role)) {
      return { state: 'done', result: await inviteWithin(needs, trx, { by }, asked) }
    }
    const approval = await requestApproval(needs, trx, by, {
      kind: 'user_role_grant',
      subject: { kind: 'user', id: newId('usr', needs.clock.now()) },
      facts: { name, email, role, previous_role: null },
    })
    const { id } = approval.subject
    return unlessWaiting(approval, (agreed) =>
      inviteWithin(needs, trx, { by, agreed }, { ...asked, id }),
    )
  })
}

/**
 * Makes a change at once, except for a role that needs an approval: `approval` is then its request.
 * @throws AppError `not_found`, `conflict`
 */
export function askToChange(
  needs: UserNeeds,
  by: AuditOrigin,
  userId: string,
  { role, ...rest }: UserChange,
): Promise<{ readonly user: User; readonly approval: Approval | undefined }> {
  return inTransaction(needs.db, async (trx) => {
    await assertStillMay(trx, by, 'users.manage')
    const before = await requireUser(trx, userId)
    if (role === undefined || role === before.role || !guardedRoles.includes(role)) {
      const change = role === undefined ? rest : { ...rest, role }
      return {
        user: await changeWithin(needs, trx, { by }, userId, change),
        approval: undefined,
      }
    }
    assertNotOneself({ by }, userId)
    const user = await changeWithin(needs, trx, { by }, userId, rest)
    const { name, email } = user
    const approval = await requestApproval(needs, trx, by, {
      kind: 'user_role_grant',
      subject: { kind: 'user', id: userId },
      facts: { name, email, role, previous_role: before.role },
    })
    const asked = await unlessWaiting(approval, async (agreed) => {
      await changeRoleWithin(needs, trx, { by, agreed }, user, role)
      return requireUser(trx, userId)
    })
    if (asked.state === 'waits') return { user, approval }
    return { user: asked.result, approval: undefined }
  })
}

/** @throws AppError `not_found`, `conflict` */
export function askToResetFactor(
  needs: UserNeeds,
  by: AuditOrigin,
  userId: string,
): Promise<DoneOrWaits<User>> {
  return inTransaction(needs.db, async (trx) => {
    await assertStillMay(trx, by, 'users.manage')
    const { name, email, role } = await assertMayResetFactor(needs, trx, { by }, userId)
    const request: ApprovalRequest = {
      kind: 'user_second_factor_reset',
      subject: { kind: 'user', id: userId },
      facts: { name, email, role },
    }
    const approval = await requestApproval(needs, trx, by, request)
    return unlessWaiting(approval, (agreed) =>
      resetSecondFactorWithin(needs, trx, { by, agreed }, userId),
    )
  })
}

/**
 * Returns an account to an invitation. The link is issued later, by an administrator who took no part.
 * @throws AppError `not_found`, `conflict`
 */
export function askToReinvite(
  needs: UserNeeds,
  by: AuditOrigin,
  userId: string,
): Promise<DoneOrWaits<User>> {
  return inTransaction(needs.db, async (trx) => {
    await assertStillMay(trx, by, 'users.manage')
    const user = await assertMayReinvite(trx, { by }, userId)
    if (await isLastAdministrator(trx, user)) throw refuseLastAdministrator()
    const { name, email, role } = user
    const approval = await requestApproval(needs, trx, by, {
      kind: 'user_reinvitation',
      subject: { kind: 'user', id: userId },
      facts: { name, email, role },
    })
    return unlessWaiting(approval, (agreed) => reinviteWithin(needs, trx, { by, agreed }, userId))
  })
}

/** Does the work at once if the approval was granted because nobody else could approve it. */
async function unlessWaiting<Result>(
  approval: Approval,
  work: (agreed: 'nobody_else') => Promise<Result>,
): Promise<DoneOrWaits<Result>> {
  if (approval.progress.state === 'pending') return { state: 'waits', approval }
  return { state: 'done', result: await work('nobody_else') }
}

/** What an approved reset of a second factor does. */
export function secondFactorReset(needs: AccountChangeNeeds): ApprovalEffect {
  return {
    async apply(trx, settled) {
      await resetSecondFactorWithin(
        needs,
        trx,
        accountChangeOf(settled),
        settled.approval.subject.id,
      )
    },
    async drop() {},
  }
}

/** What an approved return to an invitation does. */
export function reinvitation(needs: AccountChangeNeeds): ApprovalEffect {
  return {
    async apply(trx, settled) {
      await reinviteWithin(needs, trx, accountChangeOf(settled), settled.approval.subject.id)
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

/** What an approved grant of a role does: changes the user's role or invites a new user. */
export function roleGrant(needs: AccountChangeNeeds): ApprovalEffect {
  return {
    async apply(trx, settled) {
      const { approval } = settled
      const facts = grant.parse(approval.facts)
      const { id } = approval.subject
      if (facts.previous_role !== null) {
        await grantWithin(needs, trx, settled, { ...facts, id, from: facts.previous_role })
        return
      }
      if ((await findUserByEmail(trx, facts.email)) !== undefined) throw refuseEmail()
      await inviteWithoutLink(needs, trx, accountChangeOf(settled), { ...facts, id })
    },
    async drop() {},
  }
}

/** @throws AppError `conflict` if the account has changed since the approval was requested */
async function grantWithin(
  needs: AccountChangeNeeds,
  trx: Trx,
  settled: SettledApproval,
  { id, from, role }: { readonly id: string; readonly from: Role; readonly role: Role },
): Promise<void> {
  const user = await requireUser(trx, id)
  if (user.role !== from || user.state === 'disabled') {
    const message =
      'The account has changed since this was requested. Refuse it, or request it again.'
    throw refuseState('changed_meanwhile', message)
  }
  await changeRoleWithin(needs, trx, accountChangeOf(settled), user, role)
}

function accountChangeOf({
  by,
  approval: { id: approvalId, requestedBy },
}: SettledApproval): AccountChange {
  return { by, agreed: { requestedBy, approvalId } }
}
