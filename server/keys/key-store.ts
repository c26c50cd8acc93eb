// Keeps API keys: by digest for authentication, by id for administration.

import { z } from 'zod'
import { fromJson, orNull, orUndefined, toFlag } from '../db/columns.ts'
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
      waiting_since: orNull(key.waitingSince),
      created_by_member: orNull(key.createdByMember),
      created_by_key: orNull(key.createdByKey),
      unrestricted: toFlag(key.isUnrestricted),
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

/** Id of the key that a rotation of this one made, where there is one; not one that was never approved. */
export async function findSuccessorId(db: Reader, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select('id')
    .where('rotated_from', '=', id)
    .where(({ or, eb }) => or([eb('waiting_since', 'is', null), eb('revoked_at', 'is', null)]))
    .executeTakeFirst()
  return row?.id
}

export async function setKeyRevoked(trx: Trx, id: string, revokedAt: number): Promise<void> {
  await trx.updateTable('api_keys').set({ revoked_at: revokedAt }).where('id', '=', id).execute()
}

export async function setKeyExpiry(trx: Trx, id: string, expiresAt: number): Promise<void> {
  await trx.updateTable('api_keys').set({ expires_at: expiresAt }).where('id', '=', id).execute()
}

/** Lets a key that waited work. */
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
 * Every key that goes back to this one: those that it or a predecessor made over REST, those that they
 * made in turn, and their successors. A successor that it made by rotating itself is among them: whoever
 * stole the key may have it. Revoked and expired ones too; neither the key itself nor its predecessors, nor
 * a successor that others made.
 */
export async function listDescendants(db: Reader, id: string): Promise<readonly ApiKey[]> {
  const found = new Map<string, ApiKey>()
  let makers = await lineageOf(db, id)
  const own = new Set(makers)
  while (makers.length > 0) {
    const rows = await db
      .selectFrom('api_keys')
      .selectAll()
      .where(({ or, eb }) => {
        const successorsOf = makers.filter((maker) => !own.has(maker))
        const made = eb('created_by_key', 'in', makers)
        return successorsOf.length === 0 ? made : or([made, eb('rotated_from', 'in', successorsOf)])
      })
      .orderBy('id')
      .execute()
    const fresh = rows.map(toKey).filter((key) => !found.has(key.id) && !own.has(key.id))
    for (const key of fresh) found.set(key.id, key)
    makers = fresh.map((key) => key.id)
  }
  return [...found.values()]
}

/** The key and those that it took over from, one after the other. */
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
 * When the length of life of a key began: its own creation, or that of the first of those that rotated
 * themselves into it over REST, as each of them had only what was left of the life of the one before.
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
 * The earliest expiry of the living keys that made this one over REST, directly or through others; undefined
 * where none of them expires. Of a maker that was rotated the expiry is the end of its grace: it says nothing.
 */
export async function findLivingMakersEnd(
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
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('api_keys as successor')
            .select('successor.id')
            .whereRef('successor.rotated_from', '=', 'api_keys.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return orUndefined(row?.ends_at ?? null)
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
    waitingSince: orUndefined(row.waiting_since),
    createdByMember: orUndefined(row.created_by_member),
    createdByKey: orUndefined(row.created_by_key),
    isUnrestricted: row.unrestricted === 1,
  }
}
