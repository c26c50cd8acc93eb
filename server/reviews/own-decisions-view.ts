// Reads what one user decided and proposed, with what became of it, and the proposals of others that they answered: the
// history of a reviewer.

import { orUndefined } from '../db/columns.ts'
import { ifGiven } from '../db/if-given.ts'
import type { Reader } from '../db/transaction.ts'
import { withoutIndex } from '../db/without-index.ts'
import type { Environment } from '../kernel/environment.ts'
import { firstIdAt, instantOfId } from '../kernel/ids.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { OwnDecision } from './own-work.ts'

interface Own {
  readonly userId: string
  readonly environment: Environment
}

/** Newest first, by when the user themself decided, proposed or answered. Returns up to `limit + 1` rows. */
export async function listOwnDecisions(db: Reader, own: Own, { limit, after }: PageRequest) {
  const last = after === undefined ? undefined : await findPlace(db, own, after)
  const made = await selectDecisions(db, own, limit)
    .where('decided_by', '=', own.userId)
    .$call(ifGiven(last, (query, place) => query.where('decision.id', '<', firstIdFrom(place))))
    .orderBy('decision.id', 'desc')
    .execute()
  const answered = await selectDecisions(db, own, limit)
    .where('second_id', '=', own.userId)
    .$call(
      ifGiven(last, (query, { at, id }) =>
        query
          .where('answered_at', '<=', at)
          .where((is) =>
            is.or([
              is('answered_at', '<', at),
              is('answered_at', '=', at).and('decision.id', '<', id),
            ]),
          ),
      ),
    )
    .orderBy('answered_at', 'desc')
    .orderBy('decision.id', 'desc')
    .execute()
  return [...made, ...answered]
    .map((row) => toOwnDecision(row, own.userId))
    .toSorted((one, other) => actedAt(other) - actedAt(one) || (one.id < other.id ? 1 : -1))
    .slice(0, limit + 1)
}

/** Where a decision stands in the list of one user. */
interface Place {
  readonly at: number
  readonly id: string
}

async function findPlace(db: Reader, { userId }: Own, id: string): Promise<Place> {
  const row = await db
    .selectFrom('review_decisions')
    .select(['decided_by', 'answered_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  const isAnswer = row !== undefined && row.decided_by !== userId
  return { at: (isAnswer ? row.answered_at : null) ?? instantOfId(id), id }
}

/** Decisions have the time in their ids. */
function firstIdFrom({ at, id }: Place): string {
  return instantOfId(id) === at ? id : firstIdAt('dec', at)
}

function actedAt({ at, proposer, answeredAt }: OwnDecision): number {
  return proposer === undefined ? at : (answeredAt ?? at)
}

function selectDecisions(db: Reader, { environment }: Own, limit: number) {
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
