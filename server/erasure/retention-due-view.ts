// Finds the verifications whose period of retention is over, a batch at a time and in the order of their ids, and
// counts them. Starts from the data keys or the images that still exist, so that what is erased is not read again.

import { countRows } from '../db/count-rows.ts'
import type { Reader } from '../db/transaction.ts'
import type { Environment } from '../kernel/environment.ts'
import type { FinalStatus } from '../verifications/verification.ts'

/** What to look for: one kind of data of one market. */
export interface DueQuery {
  readonly environment: Environment
  readonly country: string
  readonly statuses: readonly FinalStatus[]
  /** Where the period begins. */
  readonly from: 'relationship_end' | 'completion'
  /** Only verifications that still have images. */
  readonly withImages: boolean
  /** The period began before this instant. */
  readonly startedBefore: number
}

/** Returns ids after `after`, of at most `limit` verifications. */
export async function listDue(
  db: Reader,
  due: DueQuery,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await dueVerifications(db, due)
    .select('verification.id')
    .where('verification.id', '>', after)
    .orderBy('verification.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Counts up to `max`; `max` means that many or more. */
export function countDue(db: Reader, due: DueQuery, max: number): Promise<number> {
  return countRows(
    db.selectFrom(dueVerifications(db, due).select('verification.id').limit(max).as('due')),
  )
}

function dueVerifications(db: Reader, due: DueQuery) {
  const { environment, country, statuses, from, withImages, startedBefore } = due
  return db
    .selectFrom('verifications as verification')
    .where('verification.environment', '=', environment)
    .where('verification.country', '=', country)
    .where('verification.status', 'in', statuses)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('data_keys')
          .select('data_keys.subject_id')
          .whereRef('data_keys.subject_id', '=', 'verification.id'),
      ),
    )
    .$if(withImages, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('images')
            .select('images.id')
            .whereRef('images.verification_id', '=', 'verification.id'),
        ),
      ),
    )
    .$if(from === 'completion', (query) =>
      query.where('verification.completed_at', '<=', startedBefore),
    )
    .$if(from === 'relationship_end', (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('relationship_ends as ended')
            .select('ended.verification_id')
            .whereRef('ended.verification_id', '=', 'verification.id')
            .where('ended.ended_at', '<=', startedBefore),
        ),
      ),
    )
}
