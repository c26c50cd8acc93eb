// Reads one page of the review queue: each review with the reasons, checks, findings and score of its verification.

import { orUndefined } from '../db/columns.ts'
import type { Reader } from '../db/transaction.ts'
import type { PageRequest } from '../kernel/page.ts'
import { readChecks, readFindings, readReasons } from '../verifications/verification-table.ts'
import type { QueueFilter } from './queue-filter-view.ts'
import { idsOfPage } from './queue-ids-view.ts'
import type { QueuedReview } from './queued-review.ts'
import { toReview } from './review-store.ts'

/** Waiting reviews in the asked order, closed ones newest first. Returns up to `limit + 1` rows. */
export async function listQueue(
  db: Reader,
  filter: QueueFilter,
  page: PageRequest,
): Promise<readonly QueuedReview[]> {
  const ids = await idsOfPage(db, filter, page)
  if (ids.length === 0) return []
  const rows = await selectQueue(db).where('review.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toQueuedReview)
}

function selectQueue(db: Reader) {
  return db
    .selectFrom('reviews as review')
    .innerJoin('verifications as verification', 'verification.id', 'review.verification_id')
    .leftJoin('scores', 'scores.verification_id', 'review.verification_id')
    .selectAll('review')
    .select([
      'verification.status',
      'verification.country',
      'verification.id_type',
      'verification.external_ref',
      'verification.reasons',
      'verification.checks',
      'verification.findings',
      'scores.score',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectQueue>['execute']>>[number]

function toQueuedReview(row: Row): QueuedReview {
  return {
    id: row.id,
    review: toReview(row),
    verification: {
      status: row.status,
      country: row.country,
      idType: row.id_type,
      externalRef: orUndefined(row.external_ref),
      reasons: readReasons(row.reasons),
      checks: readChecks(row.checks),
      findings: readFindings(row.findings).map(({ role, code }) => ({ role, code })),
      score: orUndefined(row.score),
    },
  }
}
