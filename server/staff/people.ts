// Looking after the staff: making members and changing what they may do. What is taken away from somebody ends their sessions, so that it counts from their next request on.

import type { AuditOrigin } from '../audit/audit.ts'
import { isUniqueViolation } from '../db/sqlite-errors.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { newId } from '../kernel/ids.ts'
import {
  assertNotOneself,
  type Doing,
  noteDoing,
  type RecordNeeds,
  recordDoing,
  refuseState,
} from './doing.ts'
import { deleteLinksOf } from './link-store.ts'
import { type IssuedLink, issueMemberLink, refuseEmail, requireMember } from './links.ts'
import {
  countAdministrators,
  insertMember,
  setMemberName,
  setMemberRole,
  setMemberState,
} from './member-store.ts'
import type { Role } from './role.ts'
import { deleteSessionsOf } from './session-store.ts'
import type { Member } from './staff.ts'
import type { StaffNeeds } from './visitor.ts'

export interface NewMember {
  readonly email: string
  readonly name: string
  readonly role: Role
}

export interface Invited {
  readonly member: Member
  readonly link: IssuedLink
}

/** @throws AppError `conflict` for an e-mail address that is taken */
export async function inviteMember(
  needs: StaffNeeds,
  by: AuditOrigin,
  asked: NewMember,
): Promise<Invited> {
  return asConflict(() => inTransaction(needs.db, (trx) => inviteWithin(needs, trx, { by }, asked)))
}

/** @param asked.id The id that was set aside for the account while it waited. */
export async function inviteWithin(
  needs: RecordNeeds & Pick<StaffNeeds, 'config'>,
  trx: Trx,
  doing: Doing,
  asked: NewMember & { readonly id?: string },
): Promise<Invited> {
  const member = await admitWithin(needs, trx, doing, asked)
  const wanted = { kind: 'invitation', memberId: member.id } as const
  return { member, link: await issueMemberLink(needs, trx, doing.by, wanted) }
}

/** The account without a link: whoever wants to hand one on makes it. */
export async function admitWithin(
  needs: RecordNeeds,
  trx: Trx,
  doing: Doing,
  asked: NewMember & { readonly id?: string },
): Promise<Member> {
  const member = await insertNew(needs, trx, asked, undefined)
  const { id: memberId, role } = member
  await recordDoing(needs, trx, doing, { action: 'staff.invited', memberId, details: { role } })
  await noteDoing(needs, trx, doing, { userId: memberId, kind: 'invited', role })
  return member
}

/** For automation and the demo; people set their own. @throws AppError `conflict`, `invalid_request` */
export async function createMember(
  needs: StaffNeeds,
  by: AuditOrigin,
  { password, ...asked }: NewMember & { readonly password: string },
): Promise<Member> {
  await needs.passwords.assertGood(password, asked)
  const hash = await needs.passwords.hash(password)
  return asConflict(() =>
    inTransaction(needs.db, async (trx) => {
      const member = await insertNew(needs, trx, asked, hash)
      const { id: memberId, role } = member
      const entry = { action: 'staff.created', memberId, details: { role } } as const
      await recordDoing(needs, trx, { by }, entry)
      await noteDoing(needs, trx, { by }, { userId: memberId, kind: 'created', role })
      return member
    }),
  )
}

export interface MemberChange {
  readonly name?: string | undefined
  readonly role?: Role | undefined
  readonly state?: 'active' | 'disabled' | undefined
}

/** @throws AppError `not_found`, `conflict` for oneself and for the last administrator */
export function changeMember(
  needs: StaffNeeds,
  by: AuditOrigin,
  memberId: string,
  change: MemberChange,
): Promise<Member> {
  return inTransaction(needs.db, (trx) => changeWithin(needs, trx, { by }, memberId, change))
}

export async function changeWithin(
  needs: RecordNeeds,
  trx: Trx,
  doing: Doing,
  memberId: string,
  { name, role, state }: MemberChange,
): Promise<Member> {
  const member = await requireMember(trx, memberId)
  if (name !== undefined) await setMemberName(trx, memberId, name)
  if (role !== undefined && role !== member.role) {
    await changeRoleWithin(needs, trx, doing, member, role)
  }
  if (state !== undefined) await changeState(needs, trx, doing, member, state)
  return requireMember(trx, memberId)
}

export async function changeRoleWithin(
  needs: RecordNeeds,
  trx: Trx,
  doing: Doing,
  member: Member,
  role: Role,
): Promise<void> {
  const { id: memberId, role: previousRole } = member
  assertNotOneself(doing, memberId)
  await setMemberRole(trx, memberId, role)
  await assertAdministratorLeft(trx, member)
  await deleteSessionsOf(trx, memberId)
  const details = { role, previous_role: previousRole }
  await recordDoing(needs, trx, doing, { action: 'staff.role_changed', memberId, details })
  const changed = { userId: memberId, kind: 'role_changed', role, previousRole } as const
  await noteDoing(needs, trx, doing, changed)
}

async function changeState(
  needs: RecordNeeds,
  trx: Trx,
  doing: Doing,
  member: Member,
  state: 'active' | 'disabled',
): Promise<void> {
  const { id: memberId, role } = member
  if (state === 'active') {
    if (member.state !== 'disabled') return
    // Who never set a password is let in by a new invitation.
    const isNew = member.passwordChangedAt === undefined
    await setMemberState(trx, memberId, isNew ? 'invited' : 'active')
    await noteDoing(needs, trx, doing, { userId: memberId, kind: 'enabled', role })
    return recordDoing(needs, trx, doing, { action: 'staff.enabled', memberId })
  }
  if (member.state === 'disabled') return
  assertNotOneself(doing, memberId)
  await setMemberState(trx, memberId, 'disabled')
  await assertAdministratorLeft(trx, member)
  await deleteSessionsOf(trx, memberId)
  await deleteLinksOf(trx, memberId)
  await noteDoing(needs, trx, doing, { userId: memberId, kind: 'disabled', previousRole: role })
  await recordDoing(needs, trx, doing, { action: 'staff.disabled', memberId })
}

async function assertAdministratorLeft(trx: Trx, before: Member): Promise<void> {
  if (before.role !== 'administrator' || before.state !== 'active') return
  if ((await countAdministrators(trx, ['active'])) > 0) return
  const message = 'This is the last administrator. Make another one first.'
  throw refuseState('last_administrator', message)
}

async function insertNew(
  { clock }: RecordNeeds,
  trx: Trx,
  { id: reserved, email, name, role }: NewMember & { readonly id?: string },
  passwordHash: string | undefined,
): Promise<Member> {
  const createdAt = clock.now()
  const id = reserved ?? newId('usr', createdAt)
  const state = passwordHash === undefined ? 'invited' : 'active'
  await insertMember(trx, { id, email, name, role, state, passwordHash, createdAt })
  return requireMember(trx, id)
}

/** An e-mail address that is taken is a conflict. */
async function asConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error)) throw refuseEmail()
    throw error
  }
}
