// Reads what one user decided and proposed, with what became of it, and the proposals of others that they answered: the
// history of a reviewer.

import { orUndefined } from '../db/columns.ts'
import { ifGiven } from '../db/if-given.ts'
import type { Reader } from '../db/transaction.ts'
import { withoutIndex } from '../db/without-index.ts'
import type { Environment } from '../kernel/environment.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { OwnDecision } from './own-work.ts'

interface Own {
  readonly userId: string
  readonly environment: Environment
}

/** Newest first, by the time of the decision or proposal. Returns up to `limit + 1` rows. */
export async function listOwnDecisions(db: Reader, own: Own, page: PageRequest) {
  const made = await selectDecisions(db, own, page).where('decided_by', '=', own.userId).execute()
  const answered = await selectDecisions(db, own, page)
    .where('second_id', '=', own.userId)
    .execute()
  const rows = [...made, ...answered].toSorted((one, other) => (one.id < other.id ? 1 : -1))
  return rows.slice(0, page.limit + 1).map((row) => toOwnDecision(row, own.userId))
}

function selectDecisions(db: Reader, { environment }: Own, { limit, after }: PageRequest) {
  return db
    .selectFrom('review_decisions as decision')
    .innerJoin('verifications as verification', 'verification.id', 'decision.verification_id')
    .leftJoin('users as first', 'first.id', 'decision.decided_by')
    .leftJoin('users as second', 'second.id', 'decision.second_id')
    .select([
      'decision.id',
      'decision.verification_id',
      'decision.decided_by',
      'decision.outcome',
      'decision.at',
      'decision.worked_ms',
      'decision.result',
      'decision.second_id',
      'decision.answered_at',
      'first.name as first_name',
      'second.name as second_name',
      'verification.status',
      'verification.country',
      'verification.id_type',
      'verification.external_ref',
    ])
    .where(withoutIndex('decision.environment'), '=', environment)
    .$call(ifGiven(after, (query, value) => query.where('decision.id', '<', value)))
    .orderBy('decision.id', 'desc')
    .limit(limit + 1)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDecisions>['execute']>>[number]

function toOwnDecision(row: Row, userId: string): OwnDecision {
  const isOwn = row.decided_by === userId
  return {
    id: row.id,
    verificationId: row.verification_id,
    outcome: row.outcome,
    at: row.at,
    workedMs: isOwn ? orUndefined(row.worked_ms) : undefined,
    result: row.result,
    proposer: isOwn ? undefined : { id: row.decided_by, name: row.first_name ?? '' },
    second: row.second_id === null ? undefined : { id: row.second_id, name: row.second_name ?? '' },
    answeredAt: orUndefined(row.answered_at),
    verification: {
      status: row.status,
      country: row.country,
      idType: row.id_type,
      externalRef: orUndefined(row.external_ref),
    },
  }
}
