// Computes digests of a review's rows, by part. The audit log records them with every action on the review; computing
// them again shows whether the rows were changed since.

import { createHash } from 'node:crypto'
import type { Keyring } from '../crypto/keyring.ts'
import type { Reader } from '../db/transaction.ts'
import type { ReviewState } from '../verifications/review-summary.ts'

/** `decision`: what was proposed or decided, by whom. `history`: every entry, with its note. */
type ReviewPart = 'decision' | 'history'

export interface ReviewDigests {
  readonly id: string
  readonly verificationId: string
  readonly state: ReviewState
  /** Hex. */
  readonly parts: Readonly<Record<ReviewPart, string>>
}

/** Leaves out `ids` that do not exist; in no order. */
export async function digestReviews(
  { keyring }: { readonly keyring: Pick<Keyring, 'macHex'> },
  db: Reader,
  ids: readonly string[],
): Promise<readonly ReviewDigests[]> {
  const rows = await selectDigested(db).where('id', 'in', ids).execute()
  return withHistory(keyring, db, rows)
}

/** Returns the next `limit` reviews after the id `after`, by id; to iterate over all of them. */
export async function digestReviewsAfter(
  { keyring }: { readonly keyring: Pick<Keyring, 'macHex'> },
  db: Reader,
  after: string,
  limit: number,
): Promise<readonly ReviewDigests[]> {
  const rows = await selectDigested(db).where('id', '>', after).orderBy('id').limit(limit).execute()
  return withHistory(keyring, db, rows)
}

/** Leaves out claims and causes: they change without a decision. */
function selectDigested(db: Reader) {
  return db
    .selectFrom('reviews')
    .select([
      'id',
      'verification_id',
      'environment',
      'state',
      'created_at',
      'proposal_id',
      'proposed_by',
      'proposed_at',
      'checker_id',
      'proposal_evidence',
      'outcome',
      'outcome_reasons',
      'decided_by',
      'approved_by',
      'closed_at',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDigested>['execute']>>[number]

async function withHistory(
  keyring: Pick<Keyring, 'macHex'>,
  db: Reader,
  rows: readonly Row[],
): Promise<readonly ReviewDigests[]> {
  if (rows.length === 0) return []
  const entries = await db
    .selectFrom('review_entries')
    .select(['review_id', 'id', 'number', 'kind', 'author_id', 'at', 'details', 'note'])
    .where(
      'review_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('review_id')
    .orderBy('number')
    .execute()
  const histories = Map.groupBy(entries, ({ review_id }) => review_id)
  return rows.map((row) => {
    const history = (histories.get(row.id) ?? []).map(({ note, ...entry }) => [
      ...Object.values(entry),
      note && createHash('sha256').update(note).digest('hex'),
    ])
    const digest = (part: ReviewPart, value: unknown) =>
      keyring
        .macHex('audit', JSON.stringify(['review', 1, row.id, part, value]))
        .slice(0, digestCharacters)
    return {
      id: row.id,
      verificationId: row.verification_id,
      state: row.state,
      parts: {
        decision: digest('decision', Object.values(row)),
        history: digest('history', history),
      },
    }
  })
}

/** The same as for verifications. */
const digestCharacters = 32
