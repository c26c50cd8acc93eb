// The JSON of reviews in the console API.

import type { FindingCode } from '../images/image.ts'
import { toIso } from '../kernel/clock.ts'
import type { DocumentType } from '../markets/market.ts'
import type { ImageRole } from '../providers/provider.ts'
import type { FourEyesMode } from '../settings/setting-rows.ts'
import type { ReasonCode } from '../verifications/reasons.ts'
import type { CheckName, VerificationStatus } from '../verifications/verification.ts'
import { needsSecondPerson } from './four-eyes-policy.ts'
import type { QueuedReview } from './queue-view.ts'
import {
  type Claim,
  type FindingSubject,
  findingCodes,
  findingSubjects,
  holderAt,
  type NoteAudience,
  type OutcomeReason,
  outcomeReasons,
  type RejectionReason,
  type Review,
  type ReviewCause,
  type ReviewFindingCode,
  type ReviewOutcome,
  type ReviewState,
  rejectionReasons,
  reviewCauses,
} from './review.ts'
import type { ReviewCounts, WaitingAge } from './review-counts-view.ts'
import type { EntryKind } from './review-entry.ts'
import type { HistoryEntry, NamedUser } from './review-view.ts'

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

export interface ReviewJson {
  readonly id: string
  readonly verification_id: string
  readonly environment: string
  readonly state: ReviewState
  /** Why the review was opened. */
  readonly causes: readonly ReviewCause[]
  readonly created_at: string
  /** null while nobody holds it. */
  readonly claim: ClaimJson | null
  /** The proposer of a rejected proposal, for whom the review is reserved. */
  readonly kept_for: ClaimJson | null
  readonly proposal: {
    readonly id: string
    readonly by: UserNameJson
    readonly at: string
    readonly outcome: ReviewOutcome
    readonly reasons: readonly OutcomeReason[]
    readonly checker: UserNameJson | null
  } | null
  /** null until closed. */
  readonly decision: {
    readonly outcome: ReviewOutcome
    readonly reasons: readonly OutcomeReason[]
    readonly decided_by: UserNameJson
    readonly approved_by: UserNameJson | null
    readonly at: string
  } | null
}

/** @param users gives the names; users that are missing get an empty name */
export function reviewJson(review: Review, users: readonly NamedUser[], nowMs: number): ReviewJson {
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
    causes: review.causes,
    created_at: toIso(review.createdAt),
    claim: claim && isHeld ? claimJson(claim) : null,
    kept_for: keptFor && keptFor.until > nowMs ? claimJson(keptFor) : null,
    proposal: proposalJson(progress, named),
    decision: decisionJson(progress, named),
  }
}

/** A row of the queue, with fields of its verification that hold no personal data. */
export interface QueuedReviewJson extends ReviewJson {
  readonly verification: {
    readonly status: VerificationStatus
    readonly country: string
    readonly id_type: DocumentType
    readonly external_ref: string | null
    readonly reasons: readonly ReasonCode[]
    /** Checks that did not pass. */
    readonly checks: readonly {
      readonly check: CheckName
      readonly result: 'failed' | 'unclear'
    }[]
    /** Flaws of the images. */
    readonly findings: readonly { readonly role: ImageRole; readonly code: FindingCode }[]
    readonly score: number | null
  }
}

export function queuedReviewJson(
  { review, verification }: QueuedReview,
  users: readonly NamedUser[],
  nowMs: number,
): QueuedReviewJson {
  return {
    ...reviewJson(review, users, nowMs),
    verification: {
      status: verification.status,
      country: verification.country,
      id_type: verification.idType,
      external_ref: verification.externalRef ?? null,
      reasons: verification.reasons,
      checks: verification.checks.flatMap(({ check, result }) =>
        result === 'failed' || result === 'unclear' ? [{ check, result }] : [],
      ),
      findings: verification.findings,
      score: verification.score ?? null,
    },
  }
}

type Named = (id: string) => UserNameJson

function proposalJson(progress: Review['progress'], named: Named): ReviewJson['proposal'] {
  if (progress.state !== 'proposed') return null
  const { id, by, at, outcome, reasons, checkerId } = progress.proposal
  const checker = checkerId === undefined ? null : named(checkerId)
  return { id, by: named(by), at: toIso(at), outcome, reasons, checker }
}

function decisionJson(progress: Review['progress'], named: Named): ReviewJson['decision'] {
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

export interface ReviewEntryJson {
  readonly id: string
  readonly kind: EntryKind
  readonly author: UserNameJson | null
  readonly at: string
  readonly audience: NoteAudience | null
  readonly finding: ReviewFindingCode | null
  readonly about: FindingSubject | null
  readonly outcome: ReviewOutcome | null
  readonly reasons: readonly OutcomeReason[]
  readonly rejection: RejectionReason | null
  readonly proposal_id: string | null
  /** null when there is none, or it was erased with the person's data. */
  readonly note: string | null
}

export function reviewEntryJson(
  { id, kind, author, at, details }: HistoryEntry,
  note: string | undefined,
): ReviewEntryJson {
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

export interface ReviewDetailJson extends ReviewJson {
  readonly entries: readonly ReviewEntryJson[]
}

export interface ReviewCountsJson {
  readonly waiting: number
  readonly held: number
  readonly proposed: number
  readonly for_me: number
  /** This user's own proposals, which wait for another user. */
  readonly by_me: number
  /** Waiting reviews by age. */
  readonly ages: Readonly<Record<WaitingAge, number>>
  readonly oldest_at: string | null
  readonly closed: number
  readonly confirmed: number
  readonly disputed: number
  readonly mine: number
}

export function reviewCountsJson(counts: ReviewCounts): ReviewCountsJson {
  const { forMe, byMe, oldestAt, ...rest } = counts
  const oldest = oldestAt === undefined ? null : toIso(oldestAt)
  return { ...rest, for_me: forMe, by_me: byMe, oldest_at: oldest }
}

/** The closed lists that the page offers, and which outcomes need a second person. */
export interface ReviewCodesJson {
  readonly outcome_reasons: typeof outcomeReasons
  readonly rejection_reasons: typeof rejectionReasons
  readonly findings: typeof findingCodes
  readonly finding_subjects: readonly FindingSubject[]
  readonly causes: typeof reviewCauses
  readonly second_person: Readonly<Record<ReviewOutcome, boolean>>
  readonly note_characters_max: number
}

export function reviewCodesJson(
  fourEyes: FourEyesMode,
  noteCharactersMax: number,
): ReviewCodesJson {
  return {
    outcome_reasons: outcomeReasons,
    rejection_reasons: rejectionReasons,
    findings: findingCodes,
    finding_subjects: findingSubjects,
    causes: reviewCauses,
    second_person: {
      confirm: needsSecondPerson(fourEyes, 'confirm'),
      dispute: needsSecondPerson(fourEyes, 'dispute'),
    },
    note_characters_max: noteCharactersMax,
  }
}
