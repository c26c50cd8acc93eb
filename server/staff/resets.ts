// Resets of what somebody signs in with. Nobody has a part in both of one account within three days; the host
// may do either, and is in the audit log.

import type { AuditOrigin } from '../audit/audit.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { listNoticesOfKinds } from './account-notice-store.ts'
import {
  actorIdsOf,
  assertNotOneself,
  type Doing,
  noteDoing,
  type RecordNeeds,
  recordDoing,
  refuseState,
} from './doing.ts'
import { deletePasskeysOf, replaceRecoveryCodes, setTotp } from './factor-store.ts'
import { type IssuedLink, issueMemberLink, requireMember } from './links.ts'
import {
  assertResetsApart,
  noticesOfOtherReset,
  type ResetKind,
  resetsApartMs,
} from './reset-policy.ts'
import { deleteSessionsOf } from './session-store.ts'
import type { Member } from './staff.ts'
import type { StaffNeeds } from './visitor.ts'

export interface IssuedFor {
  readonly member: Member
  readonly kind: 'invitation' | 'password_reset'
  readonly link: IssuedLink
}

/**
 * An invitation again, or a way to a new password.
 * @throws AppError `not_found`; `conflict` for oneself, and within 72 hours of a part in the other reset
 */
export function issueLinkFor(
  needs: StaffNeeds,
  by: AuditOrigin,
  memberId: string,
): Promise<IssuedFor> {
  return inTransaction(needs.db, async (trx) => {
    const member = await requireMember(trx, memberId)
    if (member.state === 'disabled')
      throw refuseState('member_disabled', 'Enable this member first.')
    assertNotOneself({ by }, memberId)
    const kind = member.state === 'invited' ? 'invitation' : 'password_reset'
    if (kind === 'password_reset') await assertApart(needs, trx, { by }, memberId, 'password')
    const [action, notice] =
      kind === 'invitation'
        ? (['staff.invited', 'invited'] as const)
        : (['staff.password_reset_started', 'password_reset_started'] as const)
    await recordDoing(needs, trx, { by }, { action, memberId })
    // Of an invitation, too: whoever made the link has had it in hand.
    await noteDoing(needs, trx, { by }, { userId: memberId, kind: notice })
    return { member, kind, link: await issueMemberLink(needs, trx, by, { kind, memberId }) }
  })
}

/**
 * For who has lost it: the password alone opens the way to setting up another one, and nothing else.
 * @throws AppError `not_found`; `conflict` for one's own, and within 72 hours of a part in the other reset
 */
export function resetSecondFactor(
  needs: StaffNeeds,
  by: AuditOrigin,
  memberId: string,
): Promise<Member> {
  return inTransaction(needs.db, (trx) => resetSecondFactorWithin(needs, trx, { by }, memberId))
}

export async function resetSecondFactorWithin(
  needs: RecordNeeds,
  trx: Trx,
  doing: Doing,
  memberId: string,
): Promise<Member> {
  const member = await assertMayResetFactor(needs, trx, doing, memberId)
  await noteDoing(needs, trx, doing, { userId: memberId, kind: 'second_factor_reset' })
  await setTotp(trx, memberId, undefined)
  await deletePasskeysOf(trx, memberId)
  await replaceRecoveryCodes(trx, memberId, [])
  const count = await deleteSessionsOf(trx, memberId)
  const entry = { action: 'staff.second_factor_reset', memberId, details: { count } } as const
  await recordDoing(needs, trx, doing, entry)
  return member
}

/** @throws AppError `not_found`, `conflict` */
export async function assertMayResetFactor(
  needs: RecordNeeds,
  trx: Trx,
  doing: Doing,
  memberId: string,
): Promise<Member> {
  const member = await requireMember(trx, memberId)
  assertNotOneself(doing, memberId)
  await assertApart(needs, trx, doing, memberId, 'second_factor')
  return member
}

async function assertApart(
  { clock }: RecordNeeds,
  trx: Trx,
  doing: Doing,
  userId: string,
  kind: ResetKind,
): Promise<void> {
  const nowMs = clock.now()
  const asked = { userId, kinds: noticesOfOtherReset[kind], since: nowMs - resetsApartMs }
  assertResetsApart(actorIdsOf(doing), await listNoticesOfKinds(trx, asked), nowMs)
}
