// The staff as others see it, for those who are not of this feature.

import { AppError } from '../kernel/app-error.ts'
import type { PageRequest } from '../kernel/page.ts'
import { countRecoveryCodes, listPasskeys } from './factor-store.ts'
import { findMember, findMemberByEmail, findPasswordHash, listMembers } from './member-store.ts'
import { listSessions } from './session-store.ts'
import { isSessionOver, type Member, type Session } from './staff.ts'
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
