// Finds and counts open quality checks.

import type { Reader } from '../../db/transaction.ts'
import type { Environment } from '../../kernel/environment.ts'
import { firstIdAt } from '../../kernel/ids.ts'
import { qualityCheckMs } from './quality-check.ts'

interface OpenFor {
  readonly environment: Environment
  readonly userId: string
  readonly nowMs: number
}

/** Returns the id of the oldest check that this user may make. */
export async function findNextQualityCheck(
  db: Reader,
  wanted: OpenFor,
): Promise<string | undefined> {
  return (await selectOpenFor(db, wanted).limit(1).executeTakeFirst())?.id
}

const countedMax = 99

/** Counts the checks that this user may make, up to 99. */
export async function countQualityChecksFor(db: Reader, wanted: OpenFor): Promise<number> {
  return (await selectOpenFor(db, wanted).limit(countedMax).execute()).length
}

/** Oldest first. */
function selectOpenFor(db: Reader, { environment, userId, nowMs }: OpenFor) {
  return db
    .selectFrom('quality_checks')
    .select('id')
    .where('environment', '=', environment)
    .where('closed_at', 'is', null)
    .where('id', '>=', firstOpenId(nowMs))
    .where('involved', 'not like', naming(userId))
    .where(({ or, eb }) =>
      or([
        eb('claimed_by', 'is', null),
        eb('claimed_by', '=', userId),
        eb('claimed_until', '<=', nowMs),
      ]),
    )
    .orderBy('id')
}

/** Checks that were opened before have lapsed. */
export function firstOpenId(nowMs: number): string {
  return firstIdAt('qck', nowMs - qualityCheckMs + 1)
}

/** The column is JSON of ids; with its quotes, no id is part of another. */
export function naming(userId: string): string {
  return `%"${userId}"%`
}
