// Writes completed verifications with their tags and scores, for tests of the console's lists.

import { type Db, inTransaction } from '../../server/db/transaction.ts'
import { newId } from '../../server/kernel/ids.ts'
import { attachScore } from '../../server/scoring/attach-score.ts'
import { scoreOf } from '../../server/scoring/score.ts'
import {
  encryptClaims,
  indexIdNumber,
} from '../../server/verifications/erasure/encrypted-columns.ts'
import { tagVerification } from '../../server/verifications/tag-store.ts'
import type { Claims, Verification } from '../../server/verifications/verification.ts'
import { insertVerification } from '../../server/verifications/verification-store.ts'
import type { ManualClock } from './manual-clock.ts'
import { aScore } from './score.ts'
import { testKeyring } from './test-keyring.ts'
import { aVerification, testDataKey } from './verification.ts'

export const indexKeyring = testKeyring()

/** Writes a completed verification, created a minute after the one before. */
export async function keepCompleted(
  { db, clock }: { readonly db: Pick<Db, 'write'>; readonly clock: ManualClock },
  more: Partial<Verification> & { readonly idNumber?: string; readonly names?: Claims } = {},
): Promise<Verification> {
  clock.advance(60_000)
  const { idNumber, names = {}, ...rest } = more
  const createdAt = clock.now()
  const verification = aVerification({
    status: 'approved',
    createdAt,
    completedAt: createdAt,
    ...rest,
  })
  const { id, country } = verification
  await inTransaction(db, async (trx) => {
    await insertVerification(trx, verification, {
      claims: encryptClaims(testDataKey, id, names),
      idNumberIndex: indexIdNumber(indexKeyring, country, idNumber),
      providerAnswer: undefined,
    })
    const score = scoreOf(verification.scoring)
    if (score) await attachScore(trx, id, score)
    await tagVerification(trx, verification)
  })
  return verification
}

export function scored(score: number): Verification['scoring'] {
  return { state: 'attached', score: aScore({ id: newId('scr', 0), score }) }
}
