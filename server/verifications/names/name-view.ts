// Reads the verifications whose names are still to be indexed, and finds verifications by name.

import type { Reader } from '../../db/transaction.ts'
import type { Environment } from '../../kernel/environment.ts'

/** A verification, and what is needed to index its name. */
interface UnnamedRow {
  readonly id: string
  readonly environment: Environment
  readonly claims: Buffer
  /** The wrapped data key; undefined if the verification was erased. */
  readonly wrapped: Buffer | undefined
  readonly isIndexed: boolean
}

/** Oldest first. */
export async function listToIndex(
  db: Reader,
  { after, before, limit }: { readonly after: string; readonly before: string; limit: number },
): Promise<readonly UnnamedRow[]> {
  const rows = await db
    .selectFrom('verifications')
    .leftJoin('data_keys', 'data_keys.subject_id', 'verifications.id')
    .leftJoin('verification_names as name', 'name.verification_id', 'verifications.id')
    .select(['verifications.id', 'verifications.environment', 'verifications.claims'])
    .select(['data_keys.wrapped', 'name.digest'])
    .where('verifications.id', '>', after)
    .where('verifications.id', '<', before)
    .orderBy('verifications.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, environment, claims, wrapped, digest }) => ({
    id,
    environment,
    claims,
    wrapped: wrapped ?? undefined,
    isIndexed: digest !== null,
  }))
}

interface IdSpan {
  readonly after: string
  readonly before: string
  readonly limit: number
}

/** Whether one of the first `limit` verifications of the span is neither indexed nor erased. */
export async function isAnyUnnamed(db: Reader, span: IdSpan): Promise<boolean> {
  const rows = await db
    .selectFrom('verifications')
    .innerJoin('data_keys', 'data_keys.subject_id', 'verifications.id')
    .leftJoin('verification_names as name', 'name.verification_id', 'verifications.id')
    .select(['verifications.id', 'name.digest'])
    .where('verifications.id', '>', span.after)
    .where('verifications.id', '<', span.before)
    .orderBy('verifications.id')
    .limit(span.limit)
    .execute()
  return rows.some(({ digest }) => digest === null)
}

/** Returns those of the verifications that were not erased. */
export async function listKept(db: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('data_keys')
    .select('subject_id')
    .where('subject_id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.subject_id))
}

/** Newest first. */
export async function listIdsByName(
  db: Reader,
  {
    environment,
    digests,
  }: { readonly environment: Environment; readonly digests: readonly Buffer[] },
  limit: number,
): Promise<readonly string[]> {
  if (digests.length === 0) return []
  const rows = await db
    .selectFrom('verification_names')
    .select('verification_id')
    .where('environment', '=', environment)
    .where('digest', 'in', digests)
    .orderBy('verification_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.verification_id)
}
