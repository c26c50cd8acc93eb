// Writes everything that follows when a verification completes or gets its score later: tags, counters, usage, the
// event, the audit entry and the review, in the transaction of the change. The live job, the sandbox and the
// retrieval of a score call it.

import type { Appliance } from '../../appliance.ts'
import type { EncryptionKey } from '../../crypto/encrypt.ts'
import type { Trx } from '../../db/transaction.ts'
import { type PublishNeeds, publishEvent } from '../../deliveries/publish-event.ts'
import { type Score, scoreOf } from '../../scoring/score.ts'
import { recordFirstUsage, recordUsage } from '../../usage/record-usage.ts'
import { countOutcome, countScore } from '../figures/count-verification.ts'
import { isProviderAnswered } from '../provider-job/provider-answered.ts'
import { tagVerification } from '../tag-store.ts'
import type { Verification } from '../verification.ts'
import type { VerificationDigests } from '../verification-digest-view.ts'
import { auditOutcome } from './audit-outcome.ts'
import { verificationEvent } from './verification-event-json.ts'

export type FollowNeeds = PublishNeeds & Pick<Appliance, 'clock' | 'keyring' | 'enterReviewQueue'>

interface Completed {
  readonly kind: 'completed'
  /** Encrypts the event's payload; undefined if it was deleted or does not open, see `tryOpenDataKey`. */
  readonly dataKey: EncryptionKey | undefined
  /** Digests of the verification's rows, if the caller has inserted them in this transaction. */
  readonly inserted?: VerificationDigests
  /** Whether it was decided before the provider was asked. */
  readonly isWithoutProvider?: boolean
}

type OutcomeChange = Completed | { readonly kind: 'scored'; readonly score: Score }

/** Call it once for each change, when the rows of the verification, and of its score, have their final values. */
export async function followOutcome(
  needs: FollowNeeds,
  trx: Trx,
  verification: Verification,
  change: OutcomeChange,
): Promise<void> {
  const { id } = verification
  await tagVerification(trx, verification)
  if (change.kind === 'completed') {
    countOutcome(trx, verification)
    await meterCompletion(trx, verification, change)
    await publishCompletion(needs, trx, verification, change.dataKey)
    // The audit action of every outcome; the event of a declined one is `verification.failed`.
    await auditOutcome(needs, trx, id, 'verification.completed', { digests: change.inserted })
  } else {
    // `get-score` meters each retrieval. The client reads a late score in the response, so no event tells of it
    // (rulings 5.2).
    countScore(trx, verification, change.score)
    await auditOutcome(needs, trx, id, 'verification.scored')
  }
  // Creates a review only if the queue policy asks for one.
  const isNew = change.kind === 'completed' && change.inserted !== undefined
  await needs.enterReviewQueue(trx, verification, { isNew })
}

/**
 * Records one `kyc.verify` if the provider answered, and one `score.get` if a score is attached; both are charged
 * to the API key that submitted the verification (rulings 5.4).
 */
async function meterCompletion(
  trx: Trx,
  completed: Verification,
  { inserted, isWithoutProvider = false }: Completed,
): Promise<void> {
  const { id: verificationId, environment, apiKeyId, completedAt: nowMs } = completed
  if (nowMs === undefined) throw new Error('cannot meter a pending verification')
  const record = inserted === undefined ? recordUsage : recordFirstUsage
  const metered = { environment, apiKeyId, verificationId, nowMs }
  if (!isWithoutProvider && isProviderAnswered(completed)) {
    await record(trx, { ...metered, type: 'kyc.verify', source: 'verification' })
  }
  if (scoreOf(completed.scoring)) {
    await record(trx, { ...metered, type: 'score.get', source: 'score_requested' })
  }
}

/** The payload is encrypted under the verification's data key, or under the appliance's if that is undefined. */
async function publishCompletion(
  needs: FollowNeeds,
  trx: Trx,
  completed: Verification,
  dataKey: EncryptionKey | undefined,
): Promise<void> {
  const { environment, id: subjectId } = completed
  const { type, payload } = verificationEvent(completed)
  await publishEvent(needs, trx, { environment, type, subjectId, payload, dataKey })
}
