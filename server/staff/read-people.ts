// The staff as others see it, for those who are not of this feature.

import { AppError } from '../kernel/app-error.ts'
import type { PageRequest } from '../kernel/page.ts'
import {
  countRecoveryCodes,
  listPasskeyOwners,
  listPasskeys,
  listRecoveryCodeOwners,
} from './factor-store.ts'
import { findMember, findMemberByEmail, findPasswordHash, listMembers } from './member-store.ts'
import { namedFactors } from './second-factors.ts'
import { listSessions, listSessionsOf } from './session-store.ts'
import { isSessionOver, type Member, type Person, type Session } from './staff.ts'
import type { StaffNeeds } from './visitor.ts'

/** Newest first; one more than asked for, where there is one. */
export function readPeople(
  { db }: Pick<StaffNeeds, 'db'>,
  page: PageRequest,
): Promise<readonly Member[]> {
  return listMembers(db.reader, page)
}

/** By id or by e-mail address. @throws AppError `not_found` */
export async function readMember(
  { db }: Pick<StaffNeeds, 'db'>,
  idOrEmail: string,
): Promise<Member> {
  const member = idOrEmail.includes('@')
    ? await findMemberByEmail(db.reader, idOrEmail.trim().toLowerCase())
    : await findMember(db.reader, idOrEmail)
  if (member !== undefined) return member
  throw new AppError('not_found', 'Nobody of the staff is known by this. svc users list shows all.')
}

/** The same members, in their order, with a few questions for all of them together. */
export async function describePeople(
  { db, clock, config }: StaffNeeds,
  members: readonly Member[],
): Promise<readonly Person[]> {
  const ids = members.map(({ id }) => id)
  const [passkeys, codes, sessions] = await Promise.all([
    listPasskeyOwners(db.reader, ids),
    listRecoveryCodeOwners(db.reader, ids),
    listSessionsOf(db.reader, ids),
  ])
  const open = sessions.filter((one) => !isSessionOver(one, config.staff, clock.now()))
  return members.map((member) => {
    const { id, hasTotp } = member
    const has = { hasTotp, hasPasskey: passkeys.has(id), hasCodes: codes.has(id) }
    const openSessions = open.filter(({ memberId }) => memberId === id).length
    return { ...member, secondFactors: namedFactors(has), openSessions }
  })
}

/** Those that still live, newest first. */
export async function readSessions(
  { db, clock, config }: StaffNeeds,
  memberId: string,
): Promise<readonly Session[]> {
  const sessions = await listSessions(db.reader, memberId)
  return sessions.filter((session) => !isSessionOver(session, config.staff, clock.now()))
}

/** What is set up besides the app, without anything secret. */
export async function readFactors({ db }: Pick<StaffNeeds, 'db'>, memberId: string) {
  return {
    passkeys: await listPasskeys(db.reader, memberId),
    recoveryCodesLeft: await countRecoveryCodes(db.reader, memberId),
  }
}

/** For the demo, which prints passwords only as long as they work. */
export async function hasPassword(
  { db, passwords }: StaffNeeds,
  email: string,
  password: string | undefined,
): Promise<boolean> {
  const member = await findMemberByEmail(db.reader, email)
  if (member?.state !== 'active' || password === undefined) return false
  return passwords.matches(password, await findPasswordHash(db.reader, member.id))
}
