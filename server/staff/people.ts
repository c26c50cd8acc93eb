// Looking after the staff: making members, changing what they may do, starting resets. What is taken away
// from somebody ends their sessions, so that it counts from their next request on.

import type { AuditAction, AuditDetails, AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { isUniqueViolation } from '../db/sqlite-errors.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { newId } from '../kernel/ids.ts'
import { deletePasskeysOf, replaceRecoveryCodes, setTotp } from './factor-store.ts'
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
  return insertOne(needs, async (trx) => {
    const member = await insertNew(needs, trx, asked, undefined)
    await record(needs, trx, by, 'staff.invited', member.id, { role: member.role })
    return { member, link: await issueMemberLink(needs, trx, 'invitation', member.id) }
  })
}

/** For automation and the demo; people set their own. @throws AppError `conflict`, `invalid_request` */
export async function createMember(
  needs: StaffNeeds,
  by: AuditOrigin,
  { password, ...asked }: NewMember & { readonly password: string },
): Promise<Member> {
  needs.passwords.assertGood(password, asked)
  const hash = await needs.passwords.hash(password)
  return insertOne(needs, async (trx) => {
    const member = await insertNew(needs, trx, asked, hash)
    await record(needs, trx, by, 'staff.created', member.id, { role: member.role })
    return member
  })
}

/** An invitation again, or a way to a new password. @throws AppError `not_found`, `conflict` */
export function issueLinkFor(
  needs: StaffNeeds,
  by: AuditOrigin,
  memberId: string,
): Promise<Invited & { readonly kind: 'invitation' | 'password_reset' }> {
  return inTransaction(needs.db, async (trx) => {
    const member = await requireMember(trx, memberId)
    if (member.state === 'disabled')
      throw refuseState('member_disabled', 'Enable this member first.')
    const kind = member.state === 'invited' ? 'invitation' : 'password_reset'
    const action = kind === 'invitation' ? 'staff.invited' : 'staff.password_reset_started'
    await record(needs, trx, by, action, member.id)
    return { member, kind, link: await issueMemberLink(needs, trx, kind, member.id) }
  })
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
  return inTransaction(needs.db, async (trx) => {
    const member = await requireMember(trx, memberId)
    const { name, role, state } = change
    if (name !== undefined) await setMemberName(trx, memberId, name)
    if (role !== undefined && role !== member.role) {
      await changeRole(needs, trx, by, member, role)
    }
    if (state !== undefined) await changeState(needs, trx, by, member, state)
    return requireMember(trx, memberId)
  })
}

/**
 * For who has lost it: the password alone opens the way to setting up another one, and nothing else.
 * @throws AppError `not_found`, `conflict` for one's own, which takes a second administrator or the host
 */
export function resetSecondFactor(
  needs: StaffNeeds,
  by: AuditOrigin,
  memberId: string,
): Promise<Member> {
  return inTransaction(needs.db, async (trx) => {
    const member = await requireMember(trx, memberId)
    assertNotOneself(by, memberId)
    await setTotp(trx, memberId, undefined)
    await deletePasskeysOf(trx, memberId)
    await replaceRecoveryCodes(trx, memberId, [])
    const count = await deleteSessionsOf(trx, memberId)
    await record(needs, trx, by, 'staff.second_factor_reset', memberId, { count })
    return member
  })
}

async function changeRole(
  needs: StaffNeeds,
  trx: Trx,
  by: AuditOrigin,
  member: Member,
  role: Role,
): Promise<void> {
  assertNotOneself(by, member.id)
  await setMemberRole(trx, member.id, role)
  await assertAdministratorLeft(trx, member)
  await deleteSessionsOf(trx, member.id)
  const details = { role, previous_role: member.role }
  await record(needs, trx, by, 'staff.role_changed', member.id, details)
}

async function changeState(
  needs: StaffNeeds,
  trx: Trx,
  by: AuditOrigin,
  member: Member,
  state: 'active' | 'disabled',
): Promise<void> {
  if (state === 'active') {
    if (member.state !== 'disabled') return
    // Who never set a password is let in by a new invitation.
    const isNew = member.passwordChangedAt === undefined
    await setMemberState(trx, member.id, isNew ? 'invited' : 'active')
    return record(needs, trx, by, 'staff.enabled', member.id)
  }
  if (member.state === 'disabled') return
  assertNotOneself(by, member.id)
  await setMemberState(trx, member.id, 'disabled')
  await assertAdministratorLeft(trx, member)
  await deleteSessionsOf(trx, member.id)
  await deleteLinksOf(trx, member.id)
  await record(needs, trx, by, 'staff.disabled', member.id)
}

function assertNotOneself({ actor }: AuditOrigin, memberId: string): void {
  if (actor.id !== memberId) return
  throw refuseState('oneself', 'Nobody does this to themselves; ask another administrator.')
}

async function assertAdministratorLeft(trx: Trx, before: Member): Promise<void> {
  if (before.role !== 'administrator' || before.state !== 'active') return
  if ((await countAdministrators(trx, ['active'])) > 0) return
  const message = 'This is the last administrator. Make another one first.'
  throw refuseState('last_administrator', message)
}

/** The code is for the console, which says it in the language of its reader. */
function refuseState(
  code: 'oneself' | 'last_administrator' | 'member_disabled',
  message: string,
): AppError {
  return new AppError('conflict', message, { details: [{ param: 'id', code, message }] })
}

async function insertNew(
  needs: StaffNeeds,
  trx: Trx,
  { email, name, role }: NewMember,
  passwordHash: string | undefined,
): Promise<Member> {
  const createdAt = needs.clock.now()
  const id = newId('usr', createdAt)
  const state = passwordHash === undefined ? 'invited' : 'active'
  await insertMember(trx, { id, email, name, role, state, passwordHash, createdAt })
  return requireMember(trx, id)
}

async function insertOne<Result>(
  needs: StaffNeeds,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(needs.db, work)
  } catch (error) {
    if (isUniqueViolation(error)) throw refuseEmail()
    throw error
  }
}

async function record(
  needs: StaffNeeds,
  trx: Trx,
  by: AuditOrigin,
  action: AuditAction,
  memberId: string,
  details: AuditDetails = {},
): Promise<void> {
  await recordAudit(needs, trx, { by, action, subject: { kind: 'staff', id: memberId }, details })
}
