// The JSON of a reviewer's own history and notices in the console API.

import { isoOrNull, toIso } from '../kernel/clock.ts'
import type { ListedReviewNotice, OwnDecision } from './own-work.ts'

export function ownDecisionJson(decision: OwnDecision) {
  const { verification } = decision
  return {
    id: decision.id,
    verification_id: decision.verificationId,
    outcome: decision.outcome,
    at: toIso(decision.at),
    /** From the claim to the decision; null where it is unknown. */
    worked_seconds: decision.workedMs === undefined ? null : Math.round(decision.workedMs / 1000),
    /** Whose proposal the user answered; null for their own decisions and proposals. */
    proposer: decision.proposer ?? null,
    /** `final`: made alone. The others are of a proposal. */
    result: decision.result,
    /** The second person, once they answered a proposal. */
    second: decision.second ?? null,
    answered_at: isoOrNull(decision.answeredAt),
    verification: {
      status: verification.status,
      country: verification.country,
      id_type: verification.idType,
      external_ref: verification.externalRef ?? null,
    },
  }
}

export type OwnDecisionJson = ReturnType<typeof ownDecisionJson>

export function reviewNoticeJson(notice: ListedReviewNotice) {
  return {
    id: notice.id,
    kind: notice.kind,
    verification_id: notice.verificationId,
    by: notice.by ?? null,
    /** Of a rejected proposal. */
    reason: notice.reason ?? null,
    at: toIso(notice.at),
  }
}

export type ReviewNoticeJson = ReturnType<typeof reviewNoticeJson>
