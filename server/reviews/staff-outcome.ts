// The outcome of a verification that no provider decides, from the decision of staff. Pure.

import type { ReviewOutcome } from '../verifications/review-summary.ts'
import {
  type Check,
  decisiveCheckNames,
  type Outcome,
  zoneCheckNames,
} from '../verifications/verification.ts'
import { type OutcomeReason, outcomeReasons } from './review.ts'

type DeclineReason = (typeof outcomeReasons)['declined'][number]

type DecisiveCheckName = (typeof decisiveCheckNames)[number]

/** The check that each reason says to have failed. */
const checkOf: Readonly<Record<DeclineReason, DecisiveCheckName>> = {
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

/**
 * Returns undefined for an outcome that only judges an automatic decision.
 * @param before the verification's checks so far: those of the document's zone stay
 */
export function staffOutcome(
  outcome: ReviewOutcome,
  given: readonly OutcomeReason[],
  before: readonly Check[] = [],
): Outcome | undefined {
  const ofZone = before.filter(({ check }) => zoneCheckNames.some((name) => name === check))
  switch (outcome) {
    case 'confirm':
    case 'dispute':
      return undefined
    case 'approved':
      // Nobody can see on a photo whether the person was there, and comparisons are not recorded one by one.
      return {
        status: outcome,
        reasons: [],
        checks: [...checksWith(['document', 'face_match'], 'passed'), ...ofZone],
      }
    case 'declined': {
      const reasons = outcomeReasons.declined.filter((reason) => given.includes(reason))
      const failed = reasons.map((reason) => checkOf[reason])
      return { status: outcome, reasons, checks: [...checksWith(failed, 'failed'), ...ofZone] }
    }
  }
}

function checksWith(
  named: readonly DecisiveCheckName[],
  result: Check['result'],
): readonly Check[] {
  return decisiveCheckNames.map((check) => ({
    check,
    result: named.includes(check) ? result : 'not_done',
  }))
}
