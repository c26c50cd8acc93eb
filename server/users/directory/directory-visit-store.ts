// Queries of `directory_visits`. A visit is found by the digest of the token in the browser's cookie, once.

import { changedRows, changesAny } from '../../db/changed-rows.ts'
import { orNull, orUndefined } from '../../db/columns.ts'
import type { Trx } from '../../db/transaction.ts'
import type { DirectoryVisit } from './directory-visit.ts'

export async function insertVisit(trx: Trx, digest: Buffer, visit: DirectoryVisit): Promise<void> {
  const { purpose, linkDigest, createdAt } = visit
  await trx
    .insertInto('directory_visits')
    .values({ digest, purpose, link_digest: orNull(linkDigest), created_at: createdAt })
    .execute()
}

/** Removes the visit and returns it; undefined for the second caller. */
export async function takeVisit(trx: Trx, digest: Buffer): Promise<DirectoryVisit | undefined> {
  const row = await trx
    .selectFrom('directory_visits')
    .select(['purpose', 'link_digest', 'created_at'])
    .where('digest', '=', digest)
    .executeTakeFirst()
  const isFirst = await changesAny(trx.deleteFrom('directory_visits').where('digest', '=', digest))
  if (row === undefined || !isFirst) return undefined
  const linkDigest = orUndefined(row.link_digest)
  return { purpose: row.purpose, linkDigest, createdAt: row.created_at }
}

export function deleteVisitsBefore(trx: Trx, instant: number): Promise<number> {
  return changedRows(trx.deleteFrom('directory_visits').where('created_at', '<', instant))
}
