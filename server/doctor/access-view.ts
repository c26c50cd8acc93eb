// Reads who may enter, for the checks: administrators with their second factors, users who decide reviews, and live API
// keys.

import { countRows } from '../db/count-rows.ts'
import type { Reader } from '../db/transaction.ts'
import type { ApiKey } from '../keys/key.ts'
import { permissionTable } from '../users/role.ts'

export interface AdministratorFacts {
  readonly id: string
  readonly hasSecondFactor: boolean
}

export async function listAdministrators(db: Reader): Promise<readonly AdministratorFacts[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'totp'])
    .where('role', '=', 'administrator')
    .where('state', '=', 'active')
    .orderBy('id')
    .execute()
  const passkeys = await db.selectFrom('passkeys').select('user_id').distinct().execute()
  const withPasskey = new Set(passkeys.map(({ user_id }) => user_id))
  return users.map(({ id, totp }) => ({
    id,
    hasSecondFactor: totp !== null || withPasskey.has(id),
  }))
}

/** Returns how many active users may decide reviews. */
export function countReviewers(db: Reader): Promise<number> {
  return countRows(
    db
      .selectFrom('users')
      .where('role', 'in', permissionTable['reviews.work'].roles)
      .where('state', '=', 'active'),
  )
}

export type LiveKeyFacts = Pick<ApiKey, 'id' | 'createdAt' | 'expiresAt' | 'lastUsedAt'>

/** Returns the keys of the live environment that are neither revoked nor expired. */
export async function listLiveKeys(db: Reader, nowMs: number): Promise<readonly LiveKeyFacts[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'created_at', 'expires_at', 'last_used_at'])
    .where('environment', '=', 'live')
    .where((is) => is.or([is('revoked_at', 'is', null), is('revoked_at', '>', nowMs)]))
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', nowMs)]))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
  }))
}
