// The JSON of one verification in the console. Personal data has a separate shape.

import { verificationJson } from '../../api/verifications/verification-json.ts'
import { type Clock, isoOrNull, toIso } from '../../kernel/clock.ts'
import { type ImagePart, portraitBox } from '../../markets/document-layouts.ts'
import type { DocumentReadings } from '../../providers/provider.ts'
import type { QualityCheckJson } from '../../reviews/quality/quality-check-json.ts'
import { reviewJson } from '../../reviews/review-json.ts'
import { scoreOf } from '../../scoring/score.ts'
import type { LateResult } from '../../verifications/late/late-results.ts'
import type { Claims, Verification } from '../../verifications/verification.ts'
import type { FieldComparison } from './claim-comparison.ts'
import { faceAdviceJson } from './face-advice-json.ts'
import { type Moment, timeLineOf } from './time-line.ts'
import type { OpenVerification, PersonalDetails } from './verification-detail.ts'
import type { TracedDelivery, TracedImage, VerificationTrace } from './verification-trace.ts'
import { zoneDetailsJson } from './zone-details-json.ts'

export interface FindingJson {
  readonly role: string
  readonly code: string
  /** Only on findings that measure an image. */
  readonly figure?: number
  readonly limit?: number
  readonly unit?: string
}

export function verificationScreenJson(
  { clock }: { readonly clock: Clock },
  { verification, trace, review, portrait }: OpenVerification,
  quality: QualityCheckJson | undefined,
) {
  const isHidden = quality !== undefined
  const features = scoreOf(verification.scoring)?.features
  return {
    ...verificationJson(verification),
    environment: verification.environment,
    api_key_id: verification.apiKeyId,
    scoring: verification.scoring.state,
    /** The features behind the score, by name, as the engine got them; null without one, and for a synthetic score. */
    features: features?.values ?? null,
    checks: verification.checks,
    findings: verification.findings satisfies readonly FindingJson[],
    images: trace.images.map(imageJson),
    /** Pixels of the front image's part with the portrait, and how it was found; null without that image. */
    portrait: portraitJson(verification, trace.images, portrait),
    /** null in the sandbox. */
    provider: providerJson(trace, verification.resultCode),
    deliveries: trace.deliveries.map(deliveryJson),
    time_line: timeLineOf(verification, trace, review).map(momentJson),
    review:
      review === undefined ? null : reviewJson(review.review, review.users, clock.now(), isHidden),
    /** The open quality check that this user may make; the review's decision is hidden then. */
    quality_check: quality ?? null,
    /** Whether the personal data was erased. */
    erased: trace.isErased,
  }
}

export type VerificationScreenJson = ReturnType<typeof verificationScreenJson>

function portraitJson(
  { idType }: Verification,
  images: readonly TracedImage[],
  byZone: ImagePart | undefined,
) {
  const front = images.find(({ role }) => role === 'front')
  if (front === undefined) return null
  const { width, height } = byZone ?? portraitBox(idType, front)
  const by = byZone === undefined ? 'layout' : 'zone'
  return { width: Math.round(width), height: Math.round(height), by }
}

/** Width and height are of the image turned upright. */
function imageJson(image: TracedImage) {
  const { role, format, width, height, bytes, sha256, scan } = image
  const virus_scan = {
    verdict: scan.verdict,
    /** null if no scanner was set up. */
    at: isoOrNull(scan.at),
  }
  return { role, format, width, height, bytes, sha256, virus_scan }
}

export type ImageJson = ReturnType<typeof imageJson>

export function personalDetailsJson(details: PersonalDetails) {
  const { claims, readings, comparison, answer } = details
  return {
    claims: claimsJson(claims),
    read: readingsJson(readings),
    comparison: {
      fields: comparison.fields.map(fieldJson),
      /** Words by their offsets in the fields above: UTF-16 units, `end` exclusive. */
      names: comparison.names,
    },
    /** What was read in the document's machine-readable zone; null where none was read. */
    zone: zoneDetailsJson(details),
    /** What the bank's own face model says of portrait and selfie; null where none was asked. */
    faces: faceAdviceJson(details.faces),
    /** The provider's answer, unchanged. */
    answer: answer ?? null,
    /** What the provider said beside or after that answer, oldest first. */
    later: (details.later ?? []).map(laterJson),
  }
}

function laterJson({ source, receivedAt, outcome, answer }: LateResult) {
  return {
    at: toIso(receivedAt),
    source,
    /** What it would have come to; null while it is not judged. */
    outcome: outcome === undefined ? null : { status: outcome.status, reasons: outcome.reasons },
    answer: answer ?? null,
  }
}

export type LaterAnswerJson = ReturnType<typeof laterJson>

export type PersonalDetailsJson = ReturnType<typeof personalDetailsJson>

function claimsJson(claims: Claims) {
  return {
    id_number: claims.idNumber ?? null,
    first_name: claims.firstName ?? null,
    last_name: claims.lastName ?? null,
    date_of_birth: claims.dateOfBirth ?? null,
    consent_given_at: claims.consentGivenAt ?? null,
    consent_notice: claims.consentNotice ?? null,
  }
}

function readingsJson(read: DocumentReadings) {
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

function providerJson({ provider, job }: VerificationTrace, resultCode: string | undefined) {
  if (provider === undefined) return null
  return {
    name: provider.name,
    reference: provider.reference ?? null,
    result_code: resultCode ?? null,
    upload_started_at: isoOrNull(provider.uploadStartedAt),
    submitted_at: isoOrNull(provider.submittedAt),
    /** null once the job was pruned. */
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

export type ProviderWorkJson = NonNullable<ReturnType<typeof providerJson>>

function deliveryJson(delivery: TracedDelivery) {
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

function momentJson(moment: Moment) {
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

export type MomentJson = ReturnType<typeof momentJson>
