// Keeps the members of the staff.

import { orUndefined } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { Role } from './role.ts'
import { type Member, type MemberState, wrongCodesMax } from './staff.ts'
import type { StaffMemberTable } from './staff-table.ts'

export interface NewMemberRow {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly state: MemberState
  readonly passwordHash: string | undefined
  readonly createdAt: number
}

export async function insertMember(trx: Trx, member: NewMemberRow): Promise<void> {
  await trx
    .insertInto('staff_members')
    .values({
      id: member.id,
      email: member.email,
      name: member.name,
      role: member.role,
      state: member.state,
      password_hash: member.passwordHash ?? null,
      password_changed_at: member.passwordHash === undefined ? null : member.createdAt,
      totp: null,
      totp_last_step: null,
      wrong_codes: 0,
      created_at: member.createdAt,
      last_signed_in_at: null,
    })
    .execute()
}

const memberColumns = [
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
] as const

export async function findMember(db: Reader, id: string): Promise<Member | undefined> {
  const row = await db
    .selectFrom('staff_members')
    .select(memberColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toMember(row)
}

export async function findMemberByEmail(db: Reader, email: string): Promise<Member | undefined> {
  const row = await db
    .selectFrom('staff_members')
    .select(memberColumns)
    .where('email', '=', email)
    .executeTakeFirst()
  return row && toMember(row)
}

/** Newest first; one more row than asked for, where there is one. */
export async function listMembers(db: Reader, page: PageRequest): Promise<readonly Member[]> {
  const { after } = page
  const rows = await db
    .selectFrom('staff_members')
    .select(memberColumns)
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(toMember)
}

/** By id; of those that are known. */
export async function findNames(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('staff_members')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Administrators who can sign in, now or once they have accepted their invitation if `state` says so. */
export async function countAdministrators(
  db: Reader,
  states: readonly MemberState[],
): Promise<number> {
  const row = await db
    .selectFrom('staff_members')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('role', '=', 'administrator')
    .where('state', 'in', states)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function setMemberRole(trx: Trx, id: string, role: Role): Promise<void> {
  await trx.updateTable('staff_members').set({ role }).where('id', '=', id).execute()
}

export async function setMemberState(trx: Trx, id: string, state: MemberState): Promise<void> {
  await trx.updateTable('staff_members').set({ state }).where('id', '=', id).execute()
}

export async function setMemberName(trx: Trx, id: string, name: string): Promise<void> {
  await trx.updateTable('staff_members').set({ name }).where('id', '=', id).execute()
}

export async function setSignedIn(trx: Trx, id: string, at: number): Promise<void> {
  await trx
    .updateTable('staff_members')
    .set({ last_signed_in_at: at })
    .where('id', '=', id)
    .execute()
}

export async function findPasswordHash(db: Reader, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('staff_members')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst()
  return row && orUndefined(row.password_hash)
}

/** The same password under better parameters. Leaves alone a password that was changed meanwhile. */
export async function replaceHash(
  trx: Trx,
  id: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await trx
    .updateTable('staff_members')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .execute()
}

export async function setPassword(
  trx: Trx,
  id: string,
  { hash, at }: { readonly hash: string; readonly at: number },
): Promise<void> {
  await trx
    .updateTable('staff_members')
    .set({ password_hash: hash, password_changed_at: at })
    .where('id', '=', id)
    .execute()
}

function toMember(row: Pick<StaffMemberTable, (typeof memberColumns)[number]>): Member {
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
  }
}
