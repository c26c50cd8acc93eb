// The outcome of a verification that no provider decides, from the decision of staff. Pure.

import type { ReviewOutcome } from '../verifications/review-summary.ts'
import {
  type Check,
  type CheckName,
  checkNames,
  type Outcome,
} from '../verifications/verification.ts'
import { type OutcomeReason, outcomeReasons } from './review.ts'

type DeclineReason = (typeof outcomeReasons)['declined'][number]

/** The check that each reason says to have failed. */
const checkOf: Readonly<Record<DeclineReason, CheckName>> = {
  document_not_verified: 'document',
  document_unreadable: 'document',
  document_not_accepted: 'document',
  document_expired: 'document',
  spoof_suspected: 'document',
  face_mismatch: 'face_match',
  liveness_failed: 'liveness',
  name_mismatch: 'name',
  date_of_birth_mismatch: 'date_of_birth',
  id_number_mismatch: 'id_number',
}

/** Returns undefined for an outcome that only judges an automatic decision. */
export function staffOutcome(
  outcome: ReviewOutcome,
  given: readonly OutcomeReason[],
): Outcome | undefined {
  switch (outcome) {
    case 'confirm':
    case 'dispute':
      return undefined
    case 'approved':
      // Nobody can see on a photo whether the person was there, and comparisons are not recorded one by one.
      return {
        status: outcome,
        reasons: [],
        checks: checksWith(['document', 'face_match'], 'passed'),
      }
    case 'declined': {
      const reasons = outcomeReasons.declined.filter((reason) => given.includes(reason))
      const failed = reasons.map((reason) => checkOf[reason])
      return { status: outcome, reasons, checks: checksWith(failed, 'failed') }
    }
  }
}

function checksWith(named: readonly CheckName[], result: Check['result']): readonly Check[] {
  return checkNames.map((check) => ({
    check,
    result: named.includes(check) ? result : 'not_done',
  }))
}
