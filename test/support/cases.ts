// Verifications with their marks, scores and reviews, as the product leaves them behind, for tests of what
// the console shows.

import { type Db, inTransaction } from '../../server/db/transaction.ts'
import { newId } from '../../server/kernel/ids.ts'
import { attachScore } from '../../server/scoring/attach-score.ts'
import { scoreOf } from '../../server/scoring/score.ts'
import { markVerification } from '../../server/verifications/mark-store.ts'
import { indexIdNumber, sealClaims } from '../../server/verifications/sealed-parts.ts'
import type { Verification } from '../../server/verifications/verification.ts'
import { insertVerification } from '../../server/verifications/verification-store.ts'
import type { ManualClock } from './manual-clock.ts'
import { aScore } from './score.ts'
import { testKeyring } from './test-keyring.ts'
import { aVerification, testDataKey } from './verification.ts'

export const caseKeyring = testKeyring()

/** One that has ended, a minute after the one before it. */
export async function keepCase(
  { db, clock }: { readonly db: Pick<Db, 'write'>; readonly clock: ManualClock },
  more: Partial<Verification> & { readonly idNumber?: string } = {},
): Promise<Verification> {
  clock.advance(60_000)
  const { idNumber, ...rest } = more
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
      claims: sealClaims(testDataKey, id, {}),
      idNumberIndex: indexIdNumber(caseKeyring, country, idNumber),
      providerAnswer: undefined,
    })
    const score = scoreOf(verification.scoring)
    if (score) await attachScore(trx, id, score)
    await markVerification(trx, verification)
  })
  return verification
}

export function scored(score: number): Verification['scoring'] {
  return { state: 'attached', score: aScore({ id: newId('scr', 0), score }) }
}
