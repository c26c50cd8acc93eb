// Queries of `user_links`: one-time links, found by the digest of their token.

import type { AuditActor } from '../audit/audit.ts'
import { changesAny } from '../db/changed-rows.ts'
import { orNull, orUndefined } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { LinkKind } from './user.ts'

export interface Link {
  readonly kind: LinkKind
  /** The user it is for; undefined for the set-up, which creates its user. */
  readonly userId: string | undefined
  /** undefined for links of an earlier release. */
  readonly madeBy: AuditActor | undefined
  readonly createdAt: number
  readonly expiresAt: number
  readonly usedAt: number | undefined
}

export async function insertLink(
  trx: Trx,
  link: Omit<Link, 'usedAt'>,
  digest: Buffer,
): Promise<void> {
  await trx
    .insertInto('user_links')
    .values({
      digest,
      kind: link.kind,
      user_id: link.userId ?? null,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
      used_at: null,
      made_by_kind: orNull(link.madeBy?.kind),
      made_by_id: orNull(link.madeBy?.id),
    })
    .execute()
}

export async function findLink(db: Reader, digest: Buffer): Promise<Link | undefined> {
  const row = await db
    .selectFrom('user_links')
    .select([
      'kind',
      'user_id',
      'created_at',
      'expires_at',
      'used_at',
      'made_by_kind',
      'made_by_id',
    ])
    .where('digest', '=', digest)
    .executeTakeFirst()
  return (
    row && {
      kind: row.kind,
      userId: orUndefined(row.user_id),
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      usedAt: orUndefined(row.used_at),
      madeBy:
        row.made_by_kind === null
          ? undefined
          : { kind: row.made_by_kind, id: orUndefined(row.made_by_id) },
    }
  )
}

/** Returns until when the invitation of each of these users can be accepted; users without such a link are left out. */
export async function listOpenInvitations(
  db: Reader,
  userIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('user_links')
    .select(['user_id', 'expires_at'])
    .where('user_id', 'in', userIds)
    .where('kind', '=', 'invitation')
    .where('used_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .execute()
  return new Map(rows.map(({ user_id: id, expires_at: at }) => [id ?? '', at]))
}

/** Uses a link up. Returns false if it was used before. */
export function takeLink(trx: Trx, digest: Buffer, at: number): Promise<boolean> {
  return changesAny(
    trx
      .updateTable('user_links')
      .set({ used_at: at })
      .where('digest', '=', digest)
      .where('used_at', 'is', null),
  )
}

export async function deleteSetupLinks(trx: Trx): Promise<void> {
  await trx.deleteFrom('user_links').where('kind', '=', 'setup').execute()
}

export async function deleteLinksOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('user_links').where('user_id', '=', userId).execute()
}
