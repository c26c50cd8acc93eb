// The JSON of one verification in the console. Personal data has a separate shape.

import {
  type VerificationJson,
  verificationJson,
} from '../../api/verifications/verification-api.ts'
import type { ScanVerdict } from '../../images/scan.ts'
import { type Clock, toIso } from '../../kernel/clock.ts'
import type { DocumentReadings } from '../../providers/provider.ts'
import { type ReviewJson, reviewJson } from '../../reviews/review-json.ts'
import type { ScoringState } from '../../scoring/score.ts'
import type { ScoringReference } from '../../scoring/scoring-reference.ts'
import type { Check, Claims } from '../../verifications/verification.ts'
import type { ClaimComparison, FieldComparison } from './claim-comparison.ts'
import { featuresShown } from './features-shown.ts'
import type { OpenVerification, PersonalDetails } from './read-verification-detail.ts'
import { type Moment, type MomentKind, timeLineOf } from './time-line.ts'
import type { TracedDelivery, TracedImage, VerificationTrace } from './verification-trace-view.ts'

export interface FindingJson {
  readonly role: string
  readonly code: string
  readonly figure: number
  readonly limit: number
  readonly unit: string
}

export interface ImageJson {
  readonly role: string
  readonly format: string
  /** Of the image turned upright. */
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly sha256: string
  readonly virus_scan: {
    readonly verdict: ScanVerdict
    /** null if no scanner was set up. */
    readonly at: string | null
  }
}

export interface ProviderWorkJson {
  readonly name: string
  readonly reference: string | null
  readonly result_code: string | null
  readonly upload_started_at: string | null
  readonly submitted_at: string | null
  /** null once the job was pruned. */
  readonly job: {
    readonly state: string
    readonly runs: number
    readonly failed_attempts: number
    readonly interruptions: number
    readonly reason: string | null
    readonly due_at: string
    readonly finished_at: string | null
  } | null
}

interface TracedDeliveryJson {
  readonly id: string
  readonly event_id: string
  readonly event: string
  readonly webhook_id: string
  readonly state: string
  readonly created_at: string
  readonly attempts: readonly {
    readonly number: number
    readonly at: string
    readonly duration_ms: number
    readonly status: number | null
    readonly error: string | null
  }[]
}

export interface MomentJson {
  readonly at: string
  readonly kind: MomentKind
  readonly what: string | null
  readonly user: { readonly id: string; readonly name: string } | null
  readonly delivery_id: string | null
  readonly number: number | null
  readonly status: number | null
  readonly duration_ms: number | null
}

export interface VerificationScreenJson extends VerificationJson {
  readonly environment: string
  readonly api_key_id: string
  readonly scoring: ScoringState
  /** The features behind the score, by name; null if they cannot be derived. */
  readonly features: Readonly<Record<string, string | number>> | null
  readonly checks: readonly Check[]
  readonly findings: readonly FindingJson[]
  readonly images: readonly ImageJson[]
  /** null in the sandbox. */
  readonly provider: ProviderWorkJson | null
  readonly deliveries: readonly TracedDeliveryJson[]
  readonly time_line: readonly MomentJson[]
  readonly review: ReviewJson | null
  /** Whether the personal data was erased. */
  readonly erased: boolean
}

interface VerificationDetailJsonNeeds {
  readonly clock: Clock
  readonly scoringReference: ScoringReference
}

export function verificationScreenJson(
  { clock, scoringReference }: VerificationDetailJsonNeeds,
  { verification, trace, review }: OpenVerification,
): VerificationScreenJson {
  return {
    ...verificationJson(verification),
    environment: verification.environment,
    api_key_id: verification.apiKeyId,
    scoring: verification.scoring.state,
    features: featuresShown(verification, scoringReference) ?? null,
    checks: verification.checks,
    findings: verification.findings,
    images: trace.images.map(imageJson),
    provider: providerJson(trace, verification.resultCode),
    deliveries: trace.deliveries.map(deliveryJson),
    time_line: timeLineOf(verification, trace, review).map(momentJson),
    review: review === undefined ? null : reviewJson(review.review, review.users, clock.now()),
    erased: trace.isErased,
  }
}

function imageJson(image: TracedImage): ImageJson {
  const { role, format, width, height, bytes, sha256, scan } = image
  const virus_scan = {
    verdict: scan.verdict,
    at: scan.at === undefined ? null : toIso(scan.at),
  }
  return { role, format, width, height, bytes, sha256, virus_scan }
}

export interface PersonalDetailsJson {
  readonly claims: {
    readonly id_number: string | null
    readonly first_name: string | null
    readonly last_name: string | null
    readonly date_of_birth: string | null
    readonly consent_given_at: string | null
    readonly consent_notice: string | null
  }
  readonly read: DocumentReadingsJson
  readonly comparison: {
    readonly fields: readonly {
      readonly field: string
      readonly verdict: string
      readonly reason: string
      readonly claimed: string | null
      readonly read: string | null
    }[]
    /** Words by their offsets in the fields above: UTF-16 units, `end` exclusive. */
    readonly names: ClaimComparison['names']
  }
  /** The provider's answer, unchanged. */
  readonly answer: unknown
}

interface DocumentReadingsJson {
  readonly full_name: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly other_names: string | null
  readonly date_of_birth: string | null
  readonly id_number: string | null
  readonly expires_on: string | null
}

export function personalDetailsJson(details: PersonalDetails): PersonalDetailsJson {
  const { claims, readings, comparison, answer } = details
  return {
    claims: claimsJson(claims),
    read: readingsJson(readings),
    comparison: { fields: comparison.fields.map(fieldJson), names: comparison.names },
    answer: answer ?? null,
  }
}

function claimsJson(claims: Claims): PersonalDetailsJson['claims'] {
  return {
    id_number: claims.idNumber ?? null,
    first_name: claims.firstName ?? null,
    last_name: claims.lastName ?? null,
    date_of_birth: claims.dateOfBirth ?? null,
    consent_given_at: claims.consentGivenAt ?? null,
    consent_notice: claims.consentNotice ?? null,
  }
}

function readingsJson(read: DocumentReadings): DocumentReadingsJson {
  return {
    full_name: read.fullName ?? null,
    first_name: read.firstName ?? null,
    last_name: read.lastName ?? null,
    other_names: read.otherNames ?? null,
    date_of_birth: read.dateOfBirth ?? null,
    id_number: read.idNumber ?? null,
    expires_on: read.expiresOn ?? null,
  }
}

function fieldJson({ field, verdict, reason, claimed, read }: FieldComparison) {
  return { field, verdict, reason, claimed: claimed ?? null, read: read ?? null }
}

function providerJson(
  { provider, job }: VerificationTrace,
  resultCode: string | undefined,
): ProviderWorkJson | null {
  if (provider === undefined) return null
  return {
    name: provider.name,
    reference: provider.reference ?? null,
    result_code: resultCode ?? null,
    upload_started_at: isoOrNull(provider.uploadStartedAt),
    submitted_at: isoOrNull(provider.submittedAt),
    job:
      job === undefined
        ? null
        : {
            state: job.state,
            runs: job.runs,
            failed_attempts: job.failedAttempts,
            interruptions: job.interruptions,
            reason: job.reason ?? null,
            due_at: toIso(job.dueAt),
            finished_at: isoOrNull(job.finishedAt),
          },
  }
}

function deliveryJson(delivery: TracedDelivery): TracedDeliveryJson {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    event: delivery.eventType,
    webhook_id: delivery.webhookId,
    state: delivery.state,
    created_at: toIso(delivery.createdAt),
    attempts: delivery.attempts.map(({ number, at, durationMs, status, error }) => ({
      number,
      at: toIso(at),
      duration_ms: durationMs,
      status: status ?? null,
      error: error ?? null,
    })),
  }
}

function momentJson(moment: Moment): MomentJson {
  const { userId, userName } = moment
  return {
    at: toIso(moment.at),
    kind: moment.kind,
    what: moment.what ?? null,
    user: userId === undefined ? null : { id: userId, name: userName ?? '' },
    delivery_id: moment.deliveryId ?? null,
    number: moment.number ?? null,
    status: moment.status ?? null,
    duration_ms: moment.durationMs ?? null,
  }
}

function isoOrNull(at: number | undefined): string | null {
  return at === undefined ? null : toIso(at)
}
