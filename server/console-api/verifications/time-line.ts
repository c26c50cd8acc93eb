// The time line of a verification: all events, oldest first. Pure.

import { accessLabelOf } from '../../audit/access-label.ts'
import { localProvider } from '../../providers/local/local-provider.ts'
import type { ReviewHistory } from '../../reviews/review-history.ts'
import { scoreOf } from '../../scoring/score.ts'
import type { Verification } from '../../verifications/verification.ts'
import type { VerificationTrace } from './verification-trace.ts'

export type MomentKind =
  | 'submitted'
  | 'upload_started'
  | 'provider_accepted'
  | 'completed'
  | 'scored'
  | 'scoring_skipped'
  | 'metered'
  | 'usage_corrected'
  | 'webhook_queued'
  | 'webhook_attempted'
  | 'review_opened'
  | 'review_entry'
  | 'looked'

/** Codes and ids only. */
export interface Moment {
  readonly at: number
  readonly kind: MomentKind
  /** A code that says more: a status, a type or an action. */
  readonly what: string | undefined
  readonly userId: string | undefined
  readonly userName: string | undefined
  readonly deliveryId: string | undefined
  /** On webhook attempts: counts from 1. */
  readonly number: number | undefined
  readonly status: number | undefined
  readonly durationMs: number | undefined
}

export function timeLineOf(
  verification: Verification,
  trace: VerificationTrace,
  review: ReviewHistory | undefined,
): readonly Moment[] {
  const moments = [
    ...ofVerification(verification, trace),
    ...ofWebhooks(trace),
    ...ofReview(review),
    ...trace.accesses.flatMap(({ at, action, userId, userName }) =>
      accessLabelOf(action) === null
        ? []
        : [moment('looked', at, { what: action, userId, userName })],
    ),
  ]
  return moments.toSorted((one, other) => one.at - other.at)
}

function ofVerification(verification: Verification, trace: VerificationTrace): readonly Moment[] {
  const { createdAt, completedAt, status, scoring } = verification
  const { provider, usage } = trace
  const score = scoreOf(scoring)
  // The review's history tells when staff got it.
  const isStaffs = provider?.name === localProvider
  return [
    moment('submitted', createdAt),
    ...momentAt('upload_started', provider?.uploadStartedAt),
    ...(isStaffs ? [] : momentAt('provider_accepted', provider?.submittedAt)),
    ...momentAt('completed', completedAt, { what: status }),
    ...momentAt('scored', score?.computedAt, { what: score?.modelVersion }),
    ...(scoring.state === 'skipped' ? momentAt('scoring_skipped', completedAt) : []),
    ...usage.map(({ at, type, isCorrection }) =>
      moment(isCorrection ? 'usage_corrected' : 'metered', at, { what: type }),
    ),
  ]
}

function ofWebhooks({ deliveries }: VerificationTrace): readonly Moment[] {
  return deliveries.flatMap(({ id: deliveryId, eventType, createdAt, attempts }) => [
    moment('webhook_queued', createdAt, { what: eventType, deliveryId }),
    ...attempts.map(({ at, number, status, error, durationMs }) =>
      moment('webhook_attempted', at, { what: error, deliveryId, number, status, durationMs }),
    ),
  ])
}

function ofReview(review: ReviewHistory | undefined): readonly Moment[] {
  if (review === undefined) return []
  const opened = moment('review_opened', review.review.createdAt)
  const entries = review.entries.map(({ at, kind, author }) =>
    moment('review_entry', at, { what: kind, userId: author?.id, userName: author?.name }),
  )
  return [opened, ...entries]
}

function momentAt(
  kind: MomentKind,
  at: number | undefined,
  more: Partial<Moment> = {},
): readonly Moment[] {
  return at === undefined ? [] : [moment(kind, at, more)]
}

function moment(kind: MomentKind, at: number, more: Partial<Moment> = {}): Moment {
  return {
    at,
    kind,
    what: undefined,
    userId: undefined,
    userName: undefined,
    deliveryId: undefined,
    number: undefined,
    status: undefined,
    durationMs: undefined,
    ...more,
  }
}
