// Meters what came of a verification, in the transaction that ends it (rulings 5.4).

import type { Trx } from '../db/transaction.ts'
import { scoreOf } from '../scoring/score.ts'
import { recordUsage } from '../usage/record-usage.ts'
import { isAnswered } from './answered.ts'
import type { Verification } from './verification.ts'

/**
 * One `kyc.verify` where the provider answered, and one `score.get` where a score came with it; charged
 * to the key that submitted it.
 */
export async function meterVerification(trx: Trx, ended: Verification): Promise<void> {
  const { id: verificationId, environment, apiKeyId, completedAt: nowMs } = ended
  if (nowMs === undefined) throw new Error('a verification that has not ended is not metered')
  const occasion = { environment, apiKeyId, verificationId, nowMs }
  if (isAnswered(ended)) {
    await recordUsage(trx, { ...occasion, type: 'kyc.verify', source: 'verification' })
  }
  if (scoreOf(ended.scoring)) {
    await recordUsage(trx, { ...occasion, type: 'score.get', source: 'score_requested' })
  }
}
