// The review of a verification by people: why it waits for one, how far it has come, and what was found.
// A review never changes the verification's status (rulings 4.7). Pure.
//
// Glossary. A *cause* is why a case waits; the *outcome* is what people say of the product's decision; a
// *proposal* is an outcome that waits for a second person; a *finding* of a reviewer is one thing seen.

import { type CheckName, checkNames } from '../verifications/verification.ts'

export const reviewCauses = [
  'declined',
  'error',
  /** A claim clearly differs from the document. */
  'mismatch',
  /** A comparison stayed in doubt. */
  'doubt',
  /** A fault of a picture, noticed before the provider was paid. */
  'finding',
  'low_band',
  /** Drawn from those that were approved. */
  'sample',
  /** Somebody of the staff wanted it looked at. */
  'asked',
] as const
export type ReviewCause = (typeof reviewCauses)[number]

export const reviewStates = ['open', 'proposed', 'closed'] as const
export type ReviewState = (typeof reviewStates)[number]

/** What the queue can be asked for: a state, or what the asking member has to do with and is not closed. */
export const queueViews = ['open', 'mine', 'proposed', 'closed'] as const
export type QueueView = (typeof queueViews)[number]

export const reviewOutcomes = ['confirm', 'dispute'] as const
export type ReviewOutcome = (typeof reviewOutcomes)[number]

/** Closed list: each outcome with the reasons that can be given for it. */
export const outcomeReasons = {
  confirm: [
    'decision_correct',
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
} as const satisfies Readonly<Record<ReviewOutcome, readonly string[]>>
export type OutcomeReason = (typeof outcomeReasons)[ReviewOutcome][number]

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

/** What a finding is about: a picture or a check. */
export const findingSubjects = ['front', 'back', 'selfie', ...checkNames] as const
export type FindingSubject = 'front' | 'back' | 'selfie' | CheckName

/** What a note is for. Neither is sent anywhere: what the customer may be told, staff tell them. */
export const noteAudiences = ['staff', 'customer'] as const
export type NoteAudience = (typeof noteAudiences)[number]

/** What somebody works on alone until it lapses. */
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
  /** The only one who may answer it, where one was named. */
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
      /** The second person, where there was one. */
      readonly approvedBy: string | undefined
      readonly at: number
    }

export interface Review {
  readonly id: string
  readonly verificationId: string
  readonly environment: 'sandbox' | 'live'
  readonly causes: readonly ReviewCause[]
  readonly progress: ReviewProgress
  /** As last written; see `holderAt`. */
  readonly claim: Claim | undefined
  /** Whom it waits for before anybody else is handed it: the maker of a rejected proposal. */
  readonly keptFor: Claim | undefined
  readonly createdAt: number
}

/** How long a claim lasts without being renewed. */
export const claimMs = 10 * 60_000

/** How long a rejected proposal waits for its maker. */
export const keepForMakerMs = 24 * 60 * 60_000

/** Who works on it at this moment. */
export function holderAt({ claim }: Pick<Review, 'claim'>, nowMs: number): string | undefined {
  return claim !== undefined && claim.until > nowMs ? claim.by : undefined
}
