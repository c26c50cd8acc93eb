// The texts of a case file that each language must have: labels for the product's codes, and the sentences of the
// pages.

import type { FaceFailure } from '../../../faces/face-comparer.ts'
import type { Environment } from '../../../kernel/environment.ts'
import type { DocumentType } from '../../../markets/market.ts'
import type { DateReason } from '../../../matching/compare-dates.ts'
import type { NumberReason } from '../../../matching/compare-numbers.ts'
import type { NameReason } from '../../../matching/judge-names.ts'
import type { MatchVerdict } from '../../../matching/match-verdict.ts'
import type { ImageRole } from '../../../providers/provider.ts'
import type {
  NoteAudience,
  OutcomeReason,
  RejectionReason,
  ReviewCause,
  ReviewFindingCode,
} from '../../../reviews/review.ts'
import type { EntryKind } from '../../../reviews/review-entry.ts'
import type { Band } from '../../../scoring/bands.ts'
import type { FeatureName } from '../../../scoring/features.ts'
import type { ScoringState } from '../../../scoring/score.ts'
import type { UsageType } from '../../../usage/usage.ts'
import type { ZoneNumberReason } from '../../../verifications/compare-zone.ts'
import type { ReasonCode } from '../../../verifications/reasons.ts'
import type { ReviewOutcome, ReviewState } from '../../../verifications/review-summary.ts'
import type {
  Check,
  CheckName,
  FindingCode,
  VerificationStatus,
} from '../../../verifications/verification.ts'
import type { DeliveryError } from '../../../webhooks/delivery-error.ts'
import type { AccessReason } from '../access-reason.ts'
import type { ComparedField } from '../claim-comparison.ts'
import type { MomentKind } from '../time-line.ts'

type Labels<Code extends string> = Readonly<Record<Code, string>>

/** Labels for codes, which the console shows as well: `data/reference/words/`. */
interface CaseFileLabels {
  readonly status: Labels<VerificationStatus>
  readonly document: Labels<DocumentType>
  readonly reason: Labels<ReasonCode>
  readonly retry: Labels<'yes' | 'no'>
  readonly accessReason: Labels<AccessReason>
  readonly check: Labels<CheckName>
  readonly result: Labels<Check['result']>
  readonly comparison: Labels<NameReason | DateReason | NumberReason | ZoneNumberReason>
  readonly imageFinding: Labels<FindingCode>
  readonly unit: Labels<string>
  readonly imageRole: Labels<ImageRole>
  readonly faceAdvice: Labels<FaceFailure | 'more_alike' | 'less_alike'>
  readonly band: Labels<Band>
  readonly bandMeaning: Labels<Band>
  readonly feature: Labels<FeatureName>
  readonly moment: Labels<MomentKind>
  readonly reviewEntry: Labels<EntryKind>
  readonly deliveryError: Labels<DeliveryError>
  readonly access: Labels<string>
  readonly reviewCause: Labels<ReviewCause>
  readonly reviewOutcome: Labels<ReviewOutcome>
  readonly reviewReason: Labels<OutcomeReason>
  readonly rejectionReason: Labels<RejectionReason>
  readonly reviewFinding: Labels<ReviewFindingCode>
  readonly noteAudience: Labels<NoteAudience>
  readonly provider: Labels<string>
}

/** Texts of case files alone. */
interface CaseFileSentences {
  readonly title: string
  readonly subtitle: string
  readonly confidential: string
  readonly timesInUtc: string
  readonly page: (page: number, pages: number) => string
  readonly made: (at: string, by: string) => string
  /** @param request id of the request in the audit entry of the file */
  readonly digest: (request: string) => string
  readonly banner: Labels<'sandbox' | 'specimen'>
  readonly watermark: Labels<'sandbox' | 'specimen'>
  readonly environment: Labels<Environment>
  /** Stands for a missing value; must fit any grammatical gender. */
  readonly none: string
  readonly noFlags: string
  readonly review: (outcome: string, at: string) => string
  readonly notYet: string
  readonly facts: Labels<
    | 'id'
    | 'environment'
    | 'country'
    | 'document'
    | 'reference'
    | 'submitted'
    | 'completed'
    | 'purpose'
    | 'provider'
    | 'providerReference'
    | 'resultCode'
    | 'score'
    | 'confidence'
    | 'model'
    | 'computed'
    | 'flags'
    | 'features'
    | 'reviewState'
    | 'reviewOutcome'
    | 'reviewReasons'
    | 'reviewCauses'
    | 'decidedBy'
    | 'approvedBy'
    | 'closed'
  >
  readonly section: Labels<
    | 'summary'
    | 'person'
    | 'checks'
    | 'findings'
    | 'score'
    | 'images'
    | 'review'
    | 'history'
    | 'timeLine'
    | 'about'
  >
  readonly column: Labels<
    | 'claimed'
    | 'read'
    | 'comparison'
    | 'check'
    | 'result'
    | 'seen'
    | 'image'
    | 'finding'
    | 'measured'
    | 'when'
    | 'who'
    | 'what'
    | 'details'
    | 'note'
  >
  readonly field: Labels<ComparedField | 'expires' | 'consent' | 'notice'>
  readonly verdict: Labels<MatchVerdict>
  readonly notClaimed: string
  readonly notRead: string
  readonly erased: string
  /** Explains the empty boxes for letters that the font does not have. */
  readonly lettersMissing: string
  readonly noChecks: Labels<'pending' | 'error' | 'sandbox' | 'other'>
  readonly noScore: Labels<Exclude<ScoringState, 'attached'> | 'error'>
  readonly noImages: Labels<'erased' | 'sandbox' | 'removed'>
  readonly noReview: string
  readonly measured: (figure: string, unit: string, limit: string) => string
  readonly imageDigest: string
  /** Before what the bank's own face model says. */
  readonly faceModel: string
  readonly faceFigures: (
    figures: Readonly<Record<'similarity' | 'threshold' | 'share' | 'low' | 'high', string>>,
  ) => string
  readonly scoreOf: (score: string, band: string) => string
  readonly reviewState: Labels<ReviewState>
  readonly neverStatus: string
  /** Outcomes of a proposal in the history, which do not read as decided. */
  readonly proposes: Labels<ReviewOutcome>
  readonly attempt: (number: number) => string
  readonly delivered: string
  readonly usage: Labels<UsageType>
  readonly nobody: string
  readonly noteErased: string
  readonly about: readonly string[]
}

export interface CaseFileWords extends CaseFileSentences {
  readonly label: CaseFileLabels
}
