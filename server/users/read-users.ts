// Reads users, their sessions and second factors, for routes and other features.

import { AppError } from '../kernel/app-error.ts'
import type { PageRequest } from '../kernel/page.ts'
import {
  countRecoveryCodes,
  listPasskeyOwners,
  listPasskeys,
  listRecoveryCodeOwners,
} from './factors/factor-store.ts'
import { namedFactors } from './factors/second-factors.ts'
import type { UserNeeds } from './request-origin.ts'
import { listSessions, listSessionsOf } from './session-store.ts'
import { isSessionOver, type Session, type User, type UserAccess } from './user.ts'
import { listOpenInvitations } from './user-link-store.ts'
import { findUser, findUserByEmail, listUsers } from './user-store.ts'

/** Returns users newest first, and one more than the page's limit if there is one. */
export function readUsers(
  { db }: Pick<UserNeeds, 'db'>,
  page: PageRequest,
): Promise<readonly User[]> {
  return listUsers(db.reader, page)
}

/** Finds a user by id or e-mail address. @throws AppError `not_found` */
export async function readUser({ db }: Pick<UserNeeds, 'db'>, idOrEmail: string): Promise<User> {
  const user = idOrEmail.includes('@')
    ? await findUserByEmail(db.reader, idOrEmail.trim().toLowerCase())
    : await findUser(db.reader, idOrEmail)
  if (user !== undefined) return user
  throw new AppError(
    'not_found',
    'No user has this id or e-mail address. svc users list shows all users.',
  )
}

/** Adds second factors, open sessions and invitations to these users, with one query each for all of them. */
export async function describeUsers(
  { db, clock, config }: UserNeeds,
  users: readonly User[],
): Promise<readonly UserAccess[]> {
  const ids = users.map(({ id }) => id)
  const invited = users.filter(({ state }) => state === 'invited').map(({ id }) => id)
  const [passkeys, codes, sessions, invitations] = await Promise.all([
    listPasskeyOwners(db.reader, ids),
    listRecoveryCodeOwners(db.reader, ids),
    listSessionsOf(db.reader, ids),
    listOpenInvitations(db.reader, invited, clock.now()),
  ])
  const open = sessions.filter((one) => !isSessionOver(one, config.users, clock.now()))
  return users.map((user) => {
    const { id, hasTotp } = user
    const has = { hasTotp, hasPasskey: passkeys.has(id), hasCodes: codes.has(id) }
    const openSessions = open.filter(({ userId }) => userId === id).length
    const invitationUntil = invitations.get(id)
    return { ...user, secondFactors: namedFactors(has), openSessions, invitationUntil }
  })
}

/** Returns the user's open sessions, newest first. */
export async function readSessions(
  { db, clock, config }: UserNeeds,
  userId: string,
): Promise<readonly Session[]> {
  const sessions = await listSessions(db.reader, userId)
  return sessions.filter((session) => !isSessionOver(session, config.users, clock.now()))
}

/** Returns the user's passkeys and the number of unused recovery codes. */
export async function readFactors({ db }: Pick<UserNeeds, 'db'>, userId: string) {
  return {
    passkeys: await listPasskeys(db.reader, userId),
    recoveryCodesLeft: await countRecoveryCodes(db.reader, userId),
  }
}
