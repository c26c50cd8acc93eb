// Queries of `api_keys`: by digest for authentication, by id for administration.

import { z } from 'zod'
import { jsonColumn, orNull, orUndefined, toFlag } from '../db/columns.ts'
import { prepare } from '../db/prepared.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import { type ApiKey, scopes } from './key.ts'
import type { ApiKeyTable } from './key-table.ts'
import { isNoRefusedRotation, selectRotatedIds } from './rotated-keys-view.ts'

const readScopes = jsonColumn(z.array(z.enum(scopes)))
const readCidrs = jsonColumn(z.array(z.string()))

/** Keyed digest of a key's text, and the id of the purpose key that made it. */
interface KeyDigest {
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
      waiting_since: orNull(key.waitingSince),
      created_by_user: orNull(key.createdByUser),
      created_by_key: orNull(key.createdByKey),
      unrestricted: toFlag(key.isUnrestricted),
    })
    .execute()
}

/** Never cached beyond one turn of the event loop (`shareLookups`), so that a revoked key stops working at once. */
export async function findKeyByDigest(db: Reader, digest: Buffer): Promise<ApiKey | undefined> {
  const row = await findOneByDigest.first(db, { digest })
  return row && toKey(row)
}

/** Named, because a prepared `select *` fails once a newer release has added a column. */
export const keyColumns = [
  'id',
  'name',
  'environment',
  'digest',
  'pepper_id',
  'hint_first',
  'hint_last',
  'scopes',
  'allowed_cidrs',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
  'rotated_from',
  'waiting_since',
  'created_by_user',
  'created_by_key',
  'unrestricted',
] as const satisfies readonly (keyof ApiKeyTable)[]

const findOneByDigest = prepare((db, { digest }: Pick<ApiKeyTable, 'digest'>) =>
  db.selectFrom('api_keys').select(keyColumns).where('digest', '=', digest),
)

/** Id of the key that a rotation of this one made, where there is one; not one that was never approved. */
export async function findSuccessorId(db: Reader, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select('id')
    .where('rotated_from', '=', id)
    .where(isNoRefusedRotation)
    .executeTakeFirst()
  return row?.id
}

export async function setKeyRevoked(trx: Trx, id: string, revokedAt: number): Promise<void> {
  await trx.updateTable('api_keys').set({ revoked_at: revokedAt }).where('id', '=', id).execute()
}

export async function setKeyExpiry(trx: Trx, id: string, expiresAt: number): Promise<void> {
  await trx.updateTable('api_keys').set({ expires_at: expiresAt }).where('id', '=', id).execute()
}

export async function setKeyActivated(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('api_keys').set({ waiting_since: null }).where('id', '=', id).execute()
}

export async function setKeyUnrestricted(
  trx: Trx,
  id: string,
  isUnrestricted: boolean,
): Promise<void> {
  const change = { unrestricted: toFlag(isUnrestricted) }
  await trx.updateTable('api_keys').set(change).where('id', '=', id).execute()
}

/**
 * Returns every key that derives from this one: keys that it or a predecessor created over REST, keys that those
 * created in turn, and their successors. Includes a successor that it created by rotating itself, which a thief of
 * the key may hold, and revoked and expired keys. Excludes the key itself, its predecessors, and a successor that
 * others created.
 */
export async function listDescendants(db: Reader, id: string): Promise<readonly ApiKey[]> {
  const descendants = new Map<string, ApiKey>()
  let creators = await lineageOf(db, id)
  const own = new Set(creators)
  while (creators.length > 0) {
    const rows = await db
      .selectFrom('api_keys')
      .selectAll()
      .where(({ or, eb }) => {
        const successorsOf = creators.filter((creator) => !own.has(creator))
        const made = eb('created_by_key', 'in', creators)
        return successorsOf.length === 0 ? made : or([made, eb('rotated_from', 'in', successorsOf)])
      })
      .orderBy('id')
      .execute()
    const fresh = rows.map(toKey).filter((key) => !descendants.has(key.id) && !own.has(key.id))
    for (const key of fresh) descendants.set(key.id, key)
    creators = fresh.map((key) => key.id)
  }
  return [...descendants.values()]
}

/** Returns the ids of the key and its predecessors, newest first. */
async function lineageOf(db: Reader, id: string): Promise<readonly string[]> {
  const ids: string[] = []
  for (let next: string | null = id; next !== null && !ids.includes(next); ) {
    ids.push(next)
    const row: { readonly rotated_from: string | null } | undefined = await db
      .selectFrom('api_keys')
      .select('rotated_from')
      .where('id', '=', next)
      .executeTakeFirst()
    next = row?.rotated_from ?? null
  }
  return ids
}

/**
 * Returns when a key's length of life began: at its own creation or, for a chain of keys that rotated themselves
 * over REST, at the creation of the first, because each successor kept the expiry of the one before.
 */
export async function firstCreationOf(db: Reader, key: ApiKey): Promise<number> {
  const { first } = await db
    .withRecursive('line', (query) =>
      query
        .selectFrom('api_keys')
        .select(['id', 'created_at', 'rotated_from', 'created_by_key'])
        .where('id', '=', key.id)
        .unionAll(
          query
            .selectFrom('api_keys')
            .innerJoin('line', (join) =>
              join
                .onRef('line.rotated_from', '=', 'api_keys.id')
                .onRef('line.created_by_key', '=', 'api_keys.id'),
            )
            .select([
              'api_keys.id',
              'api_keys.created_at',
              'api_keys.rotated_from',
              'api_keys.created_by_key',
            ]),
        ),
    )
    .selectFrom('line')
    .select(({ fn }) => fn.min('created_at').as('first'))
    .executeTakeFirstOrThrow()
  return Number(first)
}

/**
 * Returns the earliest expiry of the active keys that created this one over REST, directly or through others;
 * undefined if none of them expires. Ignores rotated keys, whose expiry is only the end of their grace period.
 */
export async function findActiveCreatorsEnd(
  db: Reader,
  key: ApiKey,
  nowMs: number,
): Promise<number | undefined> {
  const row = await db
    .withRecursive('line', (query) =>
      query
        .selectFrom('api_keys')
        .select(['id', 'created_by_key'])
        .where('id', '=', key.id)
        .union(
          query
            .selectFrom('api_keys')
            .innerJoin('line', 'line.created_by_key', 'api_keys.id')
            .select(['api_keys.id', 'api_keys.created_by_key']),
        ),
    )
    .selectFrom('line')
    .innerJoin('api_keys', 'api_keys.id', 'line.id')
    .select(({ fn }) => fn.min('api_keys.expires_at').as('ends_at'))
    .where('api_keys.id', '<>', key.id)
    .where('api_keys.revoked_at', 'is', null)
    .where('api_keys.expires_at', '>', nowMs)
    .where('api_keys.id', 'not in', selectRotatedIds(db))
    .executeTakeFirst()
  return orUndefined(row?.ends_at ?? null)
}

/** Does nothing if a use was written after `unlessSince`, so that simultaneous requests write once. */
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

export function toKey(row: ApiKeyTable): ApiKey {
  return {
    id: row.id,
    name: row.name,
    environment: row.environment,
    scopes: readScopes(row.scopes),
    allowedCidrs: readCidrs(row.allowed_cidrs),
    hint: { first4: row.hint_first, last4: row.hint_last },
    createdAt: row.created_at,
    expiresAt: orUndefined(row.expires_at),
    revokedAt: orUndefined(row.revoked_at),
    lastUsedAt: orUndefined(row.last_used_at),
    rotatedFrom: orUndefined(row.rotated_from),
    waitingSince: orUndefined(row.waiting_since),
    createdByUser: orUndefined(row.created_by_user),
    createdByKey: orUndefined(row.created_by_key),
    isUnrestricted: row.unrestricted === 1,
  }
}
