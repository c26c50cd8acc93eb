// Records the usage of a completed verification, in the transaction that completes it (rulings 5.4).

import type { Trx } from '../db/transaction.ts'
import { scoreOf } from '../scoring/score.ts'
import { recordUsage } from '../usage/record-usage.ts'
import { isAnswered } from './answered.ts'
import type { Verification } from './verification.ts'

/**
 * Records one `kyc.verify` if the provider answered, and one `score.get` if a score is attached; both are charged
 * to the API key that submitted the verification.
 */
export async function meterVerification(trx: Trx, completed: Verification): Promise<void> {
  const { id: verificationId, environment, apiKeyId, completedAt: nowMs } = completed
  if (nowMs === undefined) throw new Error('cannot meter a pending verification')
  const metered = { environment, apiKeyId, verificationId, nowMs }
  if (isAnswered(completed)) {
    await recordUsage(trx, { ...metered, type: 'kyc.verify', source: 'verification' })
  }
  if (scoreOf(completed.scoring)) {
    await recordUsage(trx, { ...metered, type: 'score.get', source: 'score_requested' })
  }
}
