// Creates, invites and changes users. Losing a role or being disabled ends the user's sessions, so that it
// takes effect with the next request.

import type { AuditOrigin } from '../audit/audit.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { isUniqueViolation } from '../db/unique-violation.ts'
import type { AppError } from '../kernel/app-error.ts'
import { newId } from '../kernel/ids.ts'
import {
  type AccountChange,
  type AccountChangeNeeds,
  assertNotOneself,
  notifyAccountChange,
  recordAccountChange,
  refuseState,
} from './notices/account-change.ts'
import type { UserNeeds } from './request-origin.ts'
import type { Role } from './role.ts'
import { deleteSessionsOf } from './session-store.ts'
import type { DirectoryUserId, IssuedLink, User } from './user.ts'
import { deleteLinksOf } from './user-link-store.ts'
import { issueUserLink, refuseEmail, requireUser } from './user-links.ts'
import {
  countAdministrators,
  insertUser,
  setUserName,
  setUserRole,
  setUserState,
} from './user-store.ts'

export interface NewUser {
  readonly email: string
  readonly name: string
  readonly role: Role
}

export interface Invited {
  readonly user: User
  readonly link: IssuedLink
}

/** @throws AppError `conflict` if another user has this e-mail address */
export async function inviteUser(
  needs: UserNeeds,
  by: AuditOrigin,
  asked: NewUser,
): Promise<Invited> {
  return asConflict(() => inTransaction(needs.db, (trx) => inviteWithin(needs, trx, { by }, asked)))
}

/** @param asked.id The id that was reserved while the invitation waited for approval. */
export async function inviteWithin(
  needs: AccountChangeNeeds & Pick<UserNeeds, 'config'>,
  trx: Trx,
  change: AccountChange,
  asked: NewUser & { readonly id?: string },
): Promise<Invited> {
  const user = await inviteWithoutLink(needs, trx, change, asked)
  const wanted = { kind: 'invitation', userId: user.id } as const
  return { user, link: await issueUserLink(needs, trx, change.by, wanted) }
}

/** Creates the invited user without a link; an administrator issues one later. */
export function inviteWithoutLink(
  needs: AccountChangeNeeds,
  trx: Trx,
  change: AccountChange,
  asked: NewUser & { readonly id?: string },
): Promise<User> {
  return addUser(needs, trx, change, 'invited', asked)
}

/**
 * Creates an active user with a password, for automation and the demo. Invited users choose their own.
 * @throws AppError `conflict`, `invalid_request`
 */
export async function createUser(
  needs: UserNeeds,
  by: AuditOrigin,
  { password, ...asked }: NewUser & { readonly password: string },
): Promise<User> {
  await needs.passwords.assertGood(password, asked)
  const passwordHash = await needs.passwords.hash(password)
  const user = { ...asked, passwordHash }
  return asConflict(() =>
    inTransaction(needs.db, (trx) => addUser(needs, trx, { by }, 'created', user)),
  )
}

/** Creates the active account of somebody whose groups in the bank's directory give a role. */
export function createFromDirectory(
  needs: AccountChangeNeeds,
  trx: Trx,
  by: AuditOrigin,
  asked: NewUser & { readonly directory: DirectoryUserId },
): Promise<User> {
  return addUser(needs, trx, { by, agreed: 'directory' }, 'created', asked)
}

export interface UserChange {
  readonly name?: string | undefined
  readonly role?: Role | undefined
  readonly state?: 'active' | 'disabled' | undefined
}

/** @throws AppError `not_found`; `conflict` for one's own account and for the last administrator */
export function changeUser(
  needs: UserNeeds,
  by: AuditOrigin,
  userId: string,
  change: UserChange,
): Promise<User> {
  return inTransaction(needs.db, (trx) => changeWithin(needs, trx, { by }, userId, change))
}

export async function changeWithin(
  needs: AccountChangeNeeds,
  trx: Trx,
  change: AccountChange,
  userId: string,
  { name, role, state }: UserChange,
): Promise<User> {
  const user = await requireUser(trx, userId)
  if (name !== undefined) await setUserName(trx, userId, name)
  if (role !== undefined && role !== user.role) {
    await changeRoleWithin(needs, trx, change, user, role)
  }
  if (state !== undefined) await changeState(needs, trx, change, user, state)
  return requireUser(trx, userId)
}

export async function changeRoleWithin(
  needs: AccountChangeNeeds,
  trx: Trx,
  change: AccountChange,
  user: User,
  role: Role,
): Promise<void> {
  const { id: userId, role: previousRole } = user
  assertNotOneself(change, userId)
  if (user.directory !== undefined && change.agreed !== 'directory') throw refuseDirectoryRole()
  await setUserRole(trx, userId, role)
  await assertAdministratorLeft(trx, user)
  await deleteSessionsOf(trx, userId)
  const details = { role, previous_role: previousRole }
  await recordAccountChange(needs, trx, change, { action: 'user.role_changed', userId, details })
  const changed = { userId, kind: 'role_changed', role, previousRole } as const
  await notifyAccountChange(needs, trx, change, changed)
}

async function changeState(
  needs: AccountChangeNeeds,
  trx: Trx,
  change: AccountChange,
  user: User,
  state: 'active' | 'disabled',
): Promise<void> {
  const { id: userId, role } = user
  if (state === 'active') {
    if (user.state !== 'disabled') return
    // A local user who never set a password still needs an invitation.
    const isNew = user.passwordChangedAt === undefined && user.directory === undefined
    await setUserState(trx, userId, isNew ? 'invited' : 'active')
    await notifyAccountChange(needs, trx, change, { userId, kind: 'enabled', role })
    return recordAccountChange(needs, trx, change, { action: 'user.enabled', userId })
  }
  if (user.state === 'disabled') return
  assertNotOneself(change, userId)
  await setUserState(trx, userId, 'disabled')
  await assertAdministratorLeft(trx, user)
  await deleteSessionsOf(trx, userId)
  await deleteLinksOf(trx, userId)
  await notifyAccountChange(needs, trx, change, {
    userId,
    kind: 'disabled',
    previousRole: role,
  })
  await recordAccountChange(needs, trx, change, { action: 'user.disabled', userId })
}

function refuseDirectoryRole(): AppError {
  const message =
    'The role of this user follows their groups in the bank’s directory. Change the groups there; the role changes at the next sign-in.'
  return refuseState('directory_role', message)
}

/** Whether no administrator would be left without this one. */
export async function isLastAdministrator(trx: Trx, { role, state }: User): Promise<boolean> {
  if (role !== 'administrator' || state !== 'active') return false
  return (await countAdministrators(trx, ['active'])) <= 1
}

/** @throws AppError `conflict` if `before` was the last active administrator */
export async function assertAdministratorLeft(trx: Trx, before: User): Promise<void> {
  if (before.role !== 'administrator' || before.state !== 'active') return
  if ((await countAdministrators(trx, ['active'])) > 0) return
  throw refuseLastAdministrator()
}

export function refuseLastAdministrator(): AppError {
  const message = 'This is the last administrator. Make another user an administrator first.'
  return refuseState('last_administrator', message)
}

interface Asked extends NewUser {
  readonly id?: string
  readonly directory?: DirectoryUserId
  readonly passwordHash?: string
}

async function addUser(
  needs: AccountChangeNeeds,
  trx: Trx,
  change: AccountChange,
  kind: 'created' | 'invited',
  asked: Asked,
): Promise<User> {
  const { role } = asked
  const createdAt = needs.clock.now()
  const userId = asked.id ?? newId('usr', createdAt)
  const state = kind === 'created' ? 'active' : 'invited'
  await insertUser(trx, { passwordHash: undefined, ...asked, id: userId, state, createdAt })
  await recordAccountChange(needs, trx, change, {
    action: kind === 'created' ? 'user.created' : 'user.invited',
    userId,
    details: { role },
  })
  await notifyAccountChange(needs, trx, change, { userId, kind, role })
  return requireUser(trx, userId)
}

/** Turns a unique violation into the `conflict` of a taken e-mail address. */
async function asConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error)) throw refuseEmail()
    throw error
  }
}
