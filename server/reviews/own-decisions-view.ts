// Reads what one user decided and proposed, with what became of it: the history of a reviewer.

import { orUndefined } from '../db/columns.ts'
import type { Reader } from '../db/transaction.ts'
import { withoutIndex } from '../db/without-index.ts'
import type { Environment } from '../kernel/environment.ts'
import type { PageRequest } from '../kernel/page.ts'

/** Newest first. Returns up to `limit + 1` rows. */
export async function listOwnDecisions(
  db: Reader,
  { userId, environment }: { readonly userId: string; readonly environment: Environment },
  { limit, after }: PageRequest,
) {
  const rows = await db
    .selectFrom('review_decisions as decision')
    .innerJoin('verifications as verification', 'verification.id', 'decision.verification_id')
    .leftJoin('users as second', 'second.id', 'decision.second_id')
    .select([
      'decision.id',
      'decision.verification_id',
      'decision.outcome',
      'decision.at',
      'decision.worked_ms',
      'decision.result',
      'decision.second_id',
      'decision.answered_at',
      'second.name as second_name',
      'verification.status',
      'verification.country',
      'verification.id_type',
      'verification.external_ref',
    ])
    .where('decision.decided_by', '=', userId)
    .where(withoutIndex('decision.environment'), '=', environment)
    .$if(after !== undefined, (query) => query.where('decision.id', '<', after ?? ''))
    .orderBy('decision.id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    verificationId: row.verification_id,
    outcome: row.outcome,
    at: row.at,
    workedMs: orUndefined(row.worked_ms),
    result: row.result,
    second: row.second_id === null ? undefined : { id: row.second_id, name: row.second_name ?? '' },
    answeredAt: orUndefined(row.answered_at),
    verification: {
      status: row.status,
      country: row.country,
      idType: row.id_type,
      externalRef: orUndefined(row.external_ref),
    },
  }))
}

export type OwnDecision = Awaited<ReturnType<typeof listOwnDecisions>>[number]
