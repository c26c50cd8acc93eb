// Keeps API keys: by digest for authentication, by id for administration.

import { z } from 'zod'
import { fromJson, orNull, orUndefined } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { PageRequest } from '../kernel/page.ts'
import { type ApiKey, type Environment, scopes } from './key.ts'
import type { ApiKeyTable } from './key-table.ts'

const scopesColumn = z.array(z.enum(scopes))
const cidrsColumn = z.array(z.string())

/** What identifies a key's text without being it. */
export interface KeyDigest {
  readonly digest: Buffer
  readonly pepperId: string
}

export async function insertKey(trx: Trx, key: ApiKey, secret: KeyDigest): Promise<void> {
  await trx
    .insertInto('api_keys')
    .values({
      id: key.id,
      name: key.name,
      environment: key.environment,
      digest: secret.digest,
      pepper_id: secret.pepperId,
      hint_first: key.hint.first4,
      hint_last: key.hint.last4,
      scopes: JSON.stringify(key.scopes),
      allowed_cidrs: JSON.stringify(key.allowedCidrs),
      created_at: key.createdAt,
      expires_at: orNull(key.expiresAt),
      revoked_at: orNull(key.revokedAt),
      last_used_at: orNull(key.lastUsedAt),
      rotated_from: orNull(key.rotatedFrom),
    })
    .execute()
}

/** Looked up on every request, never cached: a key that another process revoked is dead at once. */
export async function findKeyByDigest(db: Reader, digest: Buffer): Promise<ApiKey | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row && toKey(row)
}

export async function findKey(db: Reader, id: string): Promise<ApiKey | undefined> {
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toKey(row)
}

export interface KeyFilter {
  readonly environment?: Environment | undefined
}

/** Newest first; one more row than asked for, where there is one. */
export async function listKeys(
  db: Reader,
  filter: KeyFilter,
  page: PageRequest,
): Promise<readonly ApiKey[]> {
  const { environment } = filter
  const { after } = page
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .$if(environment !== undefined, (query) =>
      query.where('environment', '=', environment ?? 'live'),
    )
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map(toKey)
}

/** Id of the key that a rotation of this one made, where there is one. */
export async function findSuccessorId(db: Reader, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select('id')
    .where('rotated_from', '=', id)
    .executeTakeFirst()
  return row?.id
}

export async function setKeyRevoked(trx: Trx, id: string, revokedAt: number): Promise<void> {
  await trx.updateTable('api_keys').set({ revoked_at: revokedAt }).where('id', '=', id).execute()
}

export async function setKeyExpiry(trx: Trx, id: string, expiresAt: number): Promise<void> {
  await trx.updateTable('api_keys').set({ expires_at: expiresAt }).where('id', '=', id).execute()
}

/** Leaves a use alone that was noted after `unlessSince`: requests that arrive together write once. */
export async function setKeyUsed(
  trx: Trx,
  id: string,
  use: { readonly at: number; readonly unlessSince: number },
): Promise<void> {
  await trx
    .updateTable('api_keys')
    .set({ last_used_at: use.at })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', use.unlessSince)]),
    )
    .execute()
}

function toKey(row: ApiKeyTable): ApiKey {
  return {
    id: row.id,
    name: row.name,
    environment: row.environment,
    scopes: fromJson(scopesColumn, row.scopes),
    allowedCidrs: fromJson(cidrsColumn, row.allowed_cidrs),
    hint: { first4: row.hint_first, last4: row.hint_last },
    createdAt: row.created_at,
    expiresAt: orUndefined(row.expires_at),
    revokedAt: orUndefined(row.revoked_at),
    lastUsedAt: orUndefined(row.last_used_at),
    rotatedFrom: orUndefined(row.rotated_from),
  }
}
