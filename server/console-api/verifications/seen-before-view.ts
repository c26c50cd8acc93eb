// Finds the other verifications of an environment that have the same document number, or the same client's reference
// with another number. By index; nothing is decrypted.

import { orUndefined } from '../../db/columns.ts'
import { folded } from '../../db/folded.ts'
import type { Reader } from '../../db/transaction.ts'
import { withoutIndex } from '../../db/without-index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { foldText } from '../../kernel/fold-text.ts'
import type { SeenVerification } from './seen-verification.ts'

interface SeenQuery {
  readonly id: string
  readonly environment: Environment
  /** The index of the document number, under each key. */
  readonly numbers: readonly Buffer[]
  readonly rowsMax: number
}

/** Newest first. */
export async function listSeenByNumber(
  db: Reader,
  { id, environment, numbers, rowsMax }: SeenQuery,
): Promise<readonly SeenVerification[]> {
  const rows = await selectSeen(db)
    .where('verifications.environment', '=', environment)
    .where('verifications.id_number_index', 'in', numbers)
    .where('verifications.id', '!=', id)
    .orderBy(withoutIndex('verifications.id'), 'desc')
    .limit(rowsMax)
    .execute()
  return rows.map(toSeen)
}

/** Of one reference, so many verifications are looked at, the newest first. */
const referencedMax = 200

/** Those with another number, newest first. */
export async function listSeenByReference(
  db: Reader,
  { id, environment, numbers, rowsMax, externalRef }: SeenQuery & { readonly externalRef: string },
): Promise<readonly SeenVerification[]> {
  const referenced = db
    .selectFrom('verifications as one')
    .select('one.id')
    .where('one.environment', '=', environment)
    .where(folded('one.external_ref'), '=', foldText(externalRef))
    .where('one.external_ref', '=', externalRef)
    .orderBy('one.id', 'desc')
    .limit(referencedMax)
    .as('referenced')
  const rows = await selectSeen(db)
    .innerJoin(referenced, 'referenced.id', 'verifications.id')
    .where('verifications.id_number_index', 'is not', null)
    .where('verifications.id_number_index', 'not in', numbers)
    .where('verifications.id', '!=', id)
    .orderBy('verifications.id', 'desc')
    .limit(rowsMax)
    .execute()
  return rows.map(toSeen)
}

function selectSeen(db: Reader) {
  return db
    .selectFrom('verifications')
    .leftJoin('reviews', 'reviews.verification_id', 'verifications.id')
    .select([
      'verifications.id',
      'verifications.status',
      'verifications.created_at',
      'verifications.external_ref',
      'reviews.state',
      'reviews.outcome',
    ])
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectSeen>['executeTakeFirst']>>>

function toSeen(row: Row): SeenVerification {
  const { id, status, created_at: createdAt, external_ref: externalRef, state, outcome } = row
  const decided = state === 'closed' ? orUndefined(outcome) : undefined
  const review = state === null ? undefined : { state, ...(decided ? { outcome: decided } : {}) }
  return { id, status, createdAt, externalRef: orUndefined(externalRef), review }
}
