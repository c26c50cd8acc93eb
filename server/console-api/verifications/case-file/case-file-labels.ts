// The labels of a case file for the product's codes, which each language must have.

import type { FaceFailure } from '../../../faces/face-comparer.ts'
import type { Labels } from '../../../kernel/labels.ts'
import type { DocumentType } from '../../../markets/market.ts'
import type { DateReason } from '../../../matching/compare-dates.ts'
import type { NumberReason } from '../../../matching/compare-numbers.ts'
import type { NameReason } from '../../../matching/judge-names.ts'
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
import type { ReasonCode } from '../../../verifications/reasons.ts'
import type { ReviewOutcome } from '../../../verifications/review-summary.ts'
import type {
  Check,
  CheckName,
  FindingCode,
  VerificationStatus,
} from '../../../verifications/verification.ts'
import type { ZoneNumberReason } from '../../../verifications/zone/compare-zone.ts'
import type { DeliveryError } from '../../../webhooks/delivery-error.ts'
import type { AccessReason } from '../access-reason.ts'
import type { MomentKind } from '../time-line.ts'

/** Labels for codes, which the console shows as well: `data/reference/words/`. */
export interface CaseFileLabels {
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
  readonly lateFinding: Labels<'received'>
  readonly reviewCause: Labels<ReviewCause>
  readonly reviewOutcome: Labels<ReviewOutcome>
  readonly reviewReason: Labels<OutcomeReason>
  readonly rejectionReason: Labels<RejectionReason>
  readonly reviewFinding: Labels<ReviewFindingCode>
  readonly noteAudience: Labels<NoteAudience>
  readonly provider: Labels<string>
}
