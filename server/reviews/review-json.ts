// The JSON of reviews in the console API.

import { isoOrNull, toIso } from '../kernel/clock.ts'
import type { FourEyesMode } from '../settings/review-setting-rows.ts'
import type { Assignments } from './assignments.ts'
import { dueStateOf } from './due-policy.ts'
import { needsSecondPerson } from './four-eyes-policy.ts'
import type { QueuedReview } from './queued-review.ts'
import {
  type Claim,
  findingCodes,
  findingSubjects,
  holderAt,
  noteCharactersMax,
  outcomeReasons,
  type Review,
  rejectionReasons,
  reviewCauses,
} from './review.ts'
import type { ReviewCounts } from './review-counts.ts'
import type { HistoryEntry, NamedUser } from './review-history.ts'
import type { WaitingReviews } from './waiting-reviews.ts'

export interface UserNameJson {
  readonly id: string
  readonly name: string
}

interface ClaimJson {
  readonly by: UserNameJson
  readonly until: string
  /** At the time of the response, so that a countdown does not depend on the browser's clock. */
  readonly seconds_left: number
}

/**
 * @param users gives the names; users that are missing get an empty name
 * @param isHidden leaves out the decision and its people, which this user may have to check
 */
export function reviewJson(
  review: Review,
  users: readonly NamedUser[],
  nowMs: number,
  isHidden = false,
) {
  const { progress, claim, keptFor } = review
  const named = (id: string): UserNameJson => ({
    id,
    name: users.find((user) => user.id === id)?.name ?? '',
  })
  const claimJson = ({ by, until }: Claim): ClaimJson => ({
    by: named(by),
    until: toIso(until),
    seconds_left: Math.max(0, Math.floor((until - nowMs) / 1000)),
  })
  const isHeld = holderAt(review, nowMs) !== undefined
  return {
    id: review.id,
    verification_id: review.verificationId,
    environment: review.environment,
    state: progress.state,
    /** Why the review was opened. */
    causes: review.causes,
    created_at: toIso(review.createdAt),
    due_at: toIso(review.dueAt),
    /** null once it is closed. */
    due: progress.state === 'closed' ? null : dueStateOf(review, nowMs),
    /** null while it is unassigned. */
    assignee: review.assignedTo === undefined || isHidden ? null : named(review.assignedTo),
    /** null while nobody holds it. */
    claim: claim && isHeld ? claimJson(claim) : null,
    /** The proposer of a rejected proposal, for whom the review is reserved. */
    kept_for: keptFor && keptFor.until > nowMs ? claimJson(keptFor) : null,
    proposal: proposalJson(progress, named),
    /** null until closed, and where it is hidden. */
    decision: isHidden ? null : decisionJson(progress, named),
    /** Whether a quality check waits that this user may make. */
    is_decision_hidden: isHidden,
  }
}

export type ReviewJson = ReturnType<typeof reviewJson>

export function queuedReviewJson(
  { review, verification }: QueuedReview,
  users: readonly NamedUser[],
  nowMs: number,
  isHidden: boolean,
) {
  return {
    ...reviewJson(review, users, nowMs, isHidden),
    verification: {
      status: verification.status,
      country: verification.country,
      id_type: verification.idType,
      external_ref: verification.externalRef ?? null,
      reasons: verification.reasons,
      /** Checks that did not pass. */
      checks: verification.checks.flatMap(({ check, result }) =>
        result === 'failed' || result === 'unclear' ? [{ check, result }] : [],
      ),
      /** Flaws of the images. */
      findings: verification.findings,
      score: verification.score ?? null,
    },
  }
}

/** A row of the queue, with fields of its verification that hold no personal data. */
export type QueuedReviewJson = ReturnType<typeof queuedReviewJson>

type Named = (id: string) => UserNameJson

function proposalJson(progress: Review['progress'], named: Named) {
  if (progress.state !== 'proposed') return null
  const { id, by, at, outcome, reasons, checkerId } = progress.proposal
  const checker = checkerId === undefined ? null : named(checkerId)
  return { id, by: named(by), at: toIso(at), outcome, reasons, checker }
}

function decisionJson(progress: Review['progress'], named: Named) {
  if (progress.state !== 'closed') return null
  const { outcome, reasons, decidedBy, approvedBy, at } = progress
  return {
    outcome,
    reasons,
    decided_by: named(decidedBy),
    approved_by: approvedBy === undefined ? null : named(approvedBy),
    at: toIso(at),
  }
}

export function reviewEntryJson(
  { id, kind, author, at, details }: HistoryEntry,
  /** null when there is none, or it was erased with the person's data. */
  note: string | undefined,
) {
  return {
    id,
    kind,
    author: author ?? null,
    at: toIso(at),
    audience: details.audience ?? null,
    finding: details.finding ?? null,
    about: details.about ?? null,
    outcome: details.outcome ?? null,
    reasons: details.reasons ?? [],
    rejection: details.rejection ?? null,
    proposal_id: details.proposal_id ?? null,
    note: note ?? null,
  }
}

export type ReviewEntryJson = ReturnType<typeof reviewEntryJson>

export interface ReviewDetailJson extends ReviewJson {
  readonly entries: readonly ReviewEntryJson[]
}

export function assignmentJson({ changed, left }: Assignments) {
  return {
    /** How many reviews were assigned or released. */
    changed,
    /** The others. */
    left: left.map(({ id, verificationId, why }) => ({
      id,
      verification_id: verificationId ?? null,
      why,
    })),
  }
}

export type AssignmentJson = ReturnType<typeof assignmentJson>

export function reviewCountsJson(counts: ReviewCounts) {
  const { forMe, byMe, oldestAt, ...rest } = counts
  const oldest = isoOrNull(oldestAt)
  return { ...rest, for_me: forMe, by_me: byMe, oldest_at: oldest }
}

export type ReviewCountsJson = ReturnType<typeof reviewCountsJson>

/** @param notices unseen ones, to the user who asks */
export function waitingReviewsJson({ open, overdue }: WaitingReviews, notices: number) {
  return { open, overdue, notices }
}

/** Open reviews, and those of them that are overdue, to 10 000 at most; and unseen notices, to 50. */
export type WaitingReviewsJson = ReturnType<typeof waitingReviewsJson>

export function reviewCodesJson(fourEyes: FourEyesMode) {
  return {
    outcome_reasons: outcomeReasons,
    rejection_reasons: rejectionReasons,
    findings: findingCodes,
    finding_subjects: findingSubjects,
    causes: reviewCauses,
    second_person: {
      confirm: needsSecondPerson(fourEyes, 'confirm'),
      dispute: needsSecondPerson(fourEyes, 'dispute'),
      approved: needsSecondPerson(fourEyes, 'approved'),
      declined: needsSecondPerson(fourEyes, 'declined'),
    },
    note_characters_max: noteCharactersMax,
  }
}

/** The closed lists that the page offers, and which outcomes need a second person. */
export type ReviewCodesJson = ReturnType<typeof reviewCodesJson>
