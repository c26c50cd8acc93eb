// The review of a verification by users: its causes, progress and findings. A review never changes the
// verification's status (rulings 4.7), save that it decides one that no provider decides. Pure.
//
// Glossary. A *cause* is why the review was opened; the *outcome* confirms or disputes the automatic
// decision; a *proposal* is an outcome that waits for a second person; a *finding* is one observation of a
// reviewer.

import { dueCauses } from '../settings/due-causes.ts'
import type { ReviewOutcome } from '../verifications/review-summary.ts'
import { decisiveCheckNames } from '../verifications/verification.ts'

/** Why a review was opened. The setting of due times names them, too. */
export const reviewCauses = dueCauses
export type ReviewCause = (typeof reviewCauses)[number]

/**
 * Filters of the queue: a state, the reviews that are not closed (`waiting`), or those of them that involve the user
 * (`mine`).
 */
export const queueViews = ['open', 'mine', 'proposed', 'waiting', 'closed'] as const
export type QueueView = (typeof queueViews)[number]

/**
 * Soonest due, longest waiting, or lowest score first, those without one last; by code of the reasons; or by name of
 * the assignee, unassigned first. Closed reviews are newest first.
 */
export const queueOrders = ['due', 'waiting', 'score', 'reason', 'assignee'] as const
export type QueueOrder = (typeof queueOrders)[number]

/** The value of the filter by assignee for reviews that are assigned to nobody. */
export const unassigned = 'none'

export const outcomeReasons = {
  confirm: [
    'decision_correct',
    'same_person',
    'lookalike',
    'document_genuine',
    'document_forged',
    'other_person',
    'claims_wrong',
    'pictures_unusable',
    'fraud_suspected',
    'provider_trouble',
  ],
  dispute: [
    'same_person',
    'lookalike',
    'spelling_variant',
    'document_misread',
    'document_genuine',
    'document_forged',
    'other_person',
    'pictures_unusable',
    'pictures_usable',
    'fraud_suspected',
    'provider_mistaken',
  ],
  approved: ['same_person', 'lookalike', 'document_genuine', 'spelling_variant'],
  // The reasons that the verification gets.
  declined: [
    'document_not_verified',
    'document_unreadable',
    'document_not_accepted',
    'document_expired',
    'face_mismatch',
    'liveness_failed',
    'spoof_suspected',
    'name_mismatch',
    'date_of_birth_mismatch',
    'id_number_mismatch',
  ],
} as const satisfies Readonly<Record<ReviewOutcome, readonly string[]>>
export type OutcomeReason = (typeof outcomeReasons)[ReviewOutcome][number]
export const allOutcomeReasons: readonly OutcomeReason[] = [
  ...new Set(Object.values(outcomeReasons).flat()),
]

export const rejectionReasons = [
  'grounds_insufficient',
  'reason_wrong',
  'evidence_missing',
  'outcome_wrong',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

export const findingCodes = [
  'document_tampered',
  'document_expired',
  'document_of_another_kind',
  'document_specimen',
  'picture_of_screen',
  'picture_unreadable',
  'portrait_differs',
  'selfie_not_live',
  'name_differs',
  'name_is_variant',
  'date_differs',
  'number_differs',
  'nothing_wrong',
] as const
export type ReviewFindingCode = (typeof findingCodes)[number]

/** What a finding is about: an image or a check. */
export const findingSubjects = ['front', 'back', 'selfie', ...decisiveCheckNames] as const
export type FindingSubject = (typeof findingSubjects)[number]

/** Whom a note is meant for. Neither kind is sent anywhere; staff pass customer notes on themselves. */
export const noteAudiences = ['staff', 'customer'] as const
export type NoteAudience = (typeof noteAudiences)[number]

export const noteCharactersMax = 4000

/**
 * Notes of one review, and as many findings: notes, which anybody may write, take no room from findings. Each action on
 * the review reads all of them, for the digest in the audit log.
 */
export const writtenMax = 100

/** Notes, and findings, of one author in one review, so that nobody fills it alone. */
export const writtenByOneMax = 50

/** Reasons of a decision. */
export const reasonsMax = 5

/** As many reviews as are assigned or released at a time. */
export const assignedAtOnceMax = 500

/** Why a review was left as it is: it is assigned like this already, or its assignee proposed what it waits for. */
export type UnassignableReason = 'unchanged' | 'closed' | 'second_person' | 'not_found'

/** Reserves a review for one user until a time. */
export interface Claim {
  readonly by: string
  readonly until: number
}

export interface Proposal {
  readonly id: string
  readonly by: string
  readonly at: number
  readonly outcome: ReviewOutcome
  readonly reasons: readonly OutcomeReason[]
  /** The only user who may answer it, if one was named. */
  readonly checkerId: string | undefined
  /** Digest of the evidence that the proposer saw. */
  readonly evidence: string
}

export type ReviewProgress =
  | { readonly state: 'open' }
  | { readonly state: 'proposed'; readonly proposal: Proposal }
  | {
      readonly state: 'closed'
      readonly outcome: ReviewOutcome
      readonly reasons: readonly OutcomeReason[]
      readonly decidedBy: string
      /** The second person, if there was one. */
      readonly approvedBy: string | undefined
      readonly at: number
    }

export interface Review {
  readonly id: string
  readonly verificationId: string
  readonly environment: 'sandbox' | 'live'
  readonly causes: readonly ReviewCause[]
  readonly progress: ReviewProgress
  /** May have expired; see `holderAt`. */
  readonly claim: Claim | undefined
  /** The proposer of a rejected proposal, for whom the review is reserved first. */
  readonly keptFor: Claim | undefined
  /** When the holder of the claim took it; renewals leave it. */
  readonly claimedAt: number | undefined
  /** Only this user may claim it. */
  readonly assignedTo: string | undefined
  readonly dueAt: number
  /** A copy of the verification's score, to sort the queue by. */
  readonly score: number | undefined
  readonly createdAt: number
}

/** How long a claim lasts without being renewed. */
export const claimMs = 10 * 60_000

/** How long a review with a rejected proposal is reserved for its proposer. */
export const keepForMakerMs = 24 * 60 * 60_000

/** Returns the user whose claim has not expired. */
export function holderAt({ claim }: Pick<Review, 'claim'>, nowMs: number): string | undefined {
  return claim !== undefined && claim.until > nowMs ? claim.by : undefined
}
