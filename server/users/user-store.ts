// Queries of `users`.

import { changesAny } from '../db/changed-rows.ts'
import { orUndefined } from '../db/columns.ts'
import { countRows } from '../db/count-rows.ts'
import { ifGiven } from '../db/if-given.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { Role } from './role.ts'
import { type DirectoryUserId, type User, type UserState, wrongCodesMax } from './user.ts'
import type { UserFilter } from './user-filter.ts'
import type { StaffUserTable } from './user-table.ts'

interface NewUserRow extends Pick<User, 'id' | 'email' | 'name' | 'role' | 'state' | 'createdAt'> {
  readonly passwordHash: string | undefined
  readonly directory?: DirectoryUserId
}

export async function insertUser(trx: Trx, user: NewUserRow): Promise<void> {
  await trx
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      name: user.name,
      role: user.role,
      state: user.state,
      password_hash: user.passwordHash ?? null,
      password_changed_at: user.passwordHash === undefined ? null : user.createdAt,
      totp: null,
      totp_last_step: null,
      wrong_codes: 0,
      created_at: user.createdAt,
      last_signed_in_at: null,
      directory_issuer: user.directory?.issuer ?? null,
      directory_subject: user.directory?.subject ?? null,
    })
    .execute()
}

const userColumns = [
  'id',
  'email',
  'name',
  'role',
  'state',
  'password_changed_at',
  'totp_last_step',
  'wrong_codes',
  'created_at',
  'last_signed_in_at',
  'directory_issuer',
  'directory_subject',
] as const

export async function findUser(db: Reader, id: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toUser(row)
}

export async function findUserByEmail(db: Reader, email: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('users')
    .select(userColumns)
    .where('email', '=', email)
    .executeTakeFirst()
  return row && toUser(row)
}

export async function findUserOfDirectory(
  db: Reader,
  { issuer, subject }: DirectoryUserId,
): Promise<User | undefined> {
  const row = await db
    .selectFrom('users')
    .select(userColumns)
    .where('directory_issuer', '=', issuer)
    .where('directory_subject', '=', subject)
    .executeTakeFirst()
  return row && toUser(row)
}

/** Removes the password and the tie to the directory. */
export async function clearSignIn(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      password_hash: null,
      password_changed_at: null,
      directory_issuer: null,
      directory_subject: null,
    })
    .where('id', '=', id)
    .execute()
}

/** Makes an invited account one of the directory. @throws a unique violation if the person has another account */
export async function setDirectory(
  trx: Trx,
  id: string,
  { issuer, subject }: DirectoryUserId,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ directory_issuer: issuer, directory_subject: subject })
    .where('id', '=', id)
    .execute()
}

/** Returns users newest first, and one more than the page's limit if there is one. */
export async function listUsers(
  db: Reader,
  page: PageRequest,
  { role, state }: Pick<UserFilter, 'role' | 'state'> = {},
): Promise<readonly User[]> {
  const { after } = page
  const rows = await db
    .selectFrom('users')
    .select(userColumns)
    .$call(ifGiven(after, (query, value) => query.where('id', '<', value)))
    .$call(ifGiven(role, (query, value) => query.where('role', '=', value)))
    .$call(ifGiven(state, (query, value) => query.where('state', '=', value)))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(toUser)
}

export function countAdministrators(db: Reader, states: readonly UserState[]): Promise<number> {
  return countRows(
    db.selectFrom('users').where('role', '=', 'administrator').where('state', 'in', states),
  )
}

export async function setUserRole(trx: Trx, id: string, role: Role): Promise<void> {
  await trx.updateTable('users').set({ role }).where('id', '=', id).execute()
}

export async function setUserState(trx: Trx, id: string, state: UserState): Promise<void> {
  await trx.updateTable('users').set({ state }).where('id', '=', id).execute()
}

export async function setUserName(trx: Trx, id: string, name: string): Promise<void> {
  await trx.updateTable('users').set({ name }).where('id', '=', id).execute()
}

export async function setSignedIn(trx: Trx, id: string, at: number): Promise<void> {
  await trx.updateTable('users').set({ last_signed_in_at: at }).where('id', '=', id).execute()
}

export async function findPasswordHash(db: Reader, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst()
  return row && orUndefined(row.password_hash)
}

/**
 * Stores a hash of the same password, which may be the known one. Returns false if another hash is stored meanwhile, or
 * the user is no longer active. Until the transaction ends, neither can happen: what depends on the password commits
 * first.
 */
export function holdHash(
  trx: Trx,
  id: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  return changesAny(
    trx
      .updateTable('users')
      .set({ password_hash: to })
      .where('id', '=', id)
      .where('state', '=', 'active')
      .where('password_hash', '=', from),
  )
}

export async function setPassword(
  trx: Trx,
  id: string,
  { hash, at }: { readonly hash: string; readonly at: number },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ password_hash: hash, password_changed_at: at })
    .where('id', '=', id)
    .execute()
}

function toUser(row: Pick<StaffUserTable, (typeof userColumns)[number]>): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    state: row.state,
    passwordChangedAt: orUndefined(row.password_changed_at),
    hasTotp: row.totp_last_step !== null,
    hasLockedCodes: row.wrong_codes >= wrongCodesMax,
    createdAt: row.created_at,
    lastSignedInAt: orUndefined(row.last_signed_in_at),
    directory: directoryOf(row),
  }
}

function directoryOf({
  directory_issuer: issuer,
  directory_subject: subject,
}: Pick<StaffUserTable, 'directory_issuer' | 'directory_subject'>): User['directory'] {
  return issuer === null || subject === null ? undefined : { issuer, subject }
}
