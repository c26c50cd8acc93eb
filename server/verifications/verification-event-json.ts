// The event payload of a completed verification (specification 6, rulings 6.1): Shape B for an approved one whose
// score was requested, Shape A for all others, with reasons on `verification.failed`.

import type { SubscribableEvent } from '../events/event.ts'
import { toIso } from '../kernel/clock.ts'
import type { DocumentType } from '../markets/market.ts'
import { type Scoring, scoreOf } from '../scoring/score.ts'
import { type WebhookScoreJson, webhookScoreJson } from '../scoring/score-json.ts'
import type { CheckName, FinalStatus, Verification } from './verification.ts'
import { type ReasonJson, reasonJson } from './verification-json.ts'

export interface VerificationShapeA {
  readonly id: string
  readonly status: FinalStatus
  readonly country: string
  readonly id_type: DocumentType
  /** Left out when the client gave none. */
  readonly external_ref?: string
  readonly created_at: string
  readonly completed_at: string
  readonly score: WebhookScoreJson | null
  /** On `verification.failed` only. */
  readonly reasons?: readonly ReasonJson[]
}

export interface VerificationShapeB {
  readonly verificationId: string
  readonly status: 'approved'
  /** Left out when the client gave none. */
  readonly externalRef?: string
  readonly completedAt: string
  readonly livenessCheckPassed: boolean
  readonly documentVerified: boolean
  readonly score: WebhookScoreJson | null
}

export interface VerificationEvent {
  readonly type: SubscribableEvent
  readonly payload: VerificationShapeA | VerificationShapeB
}

/** @throws Error for a pending verification, which is a bug */
export function verificationEvent(verification: Verification): VerificationEvent {
  const { status, completedAt } = verification
  if (status === 'pending' || completedAt === undefined) {
    throw new Error('a pending verification has no event')
  }
  if (status !== 'approved') {
    const reasons = verification.reasons.map(reasonJson)
    const payload = { ...shapeA(verification, status, completedAt), reasons }
    return { type: 'verification.failed', payload }
  }
  const payload = isScoreRequested(verification)
    ? shapeB(verification, status, completedAt)
    : shapeA(verification, status, completedAt)
  return { type: 'verification.completed', payload }
}

function shapeA(
  { id, country, idType, externalRef, createdAt, scoring }: Verification,
  status: FinalStatus,
  completedAt: number,
): VerificationShapeA {
  return {
    id,
    status,
    country,
    id_type: idType,
    ...(externalRef === undefined ? {} : { external_ref: externalRef }),
    created_at: toIso(createdAt),
    completed_at: toIso(completedAt),
    // The event of a failed verification never holds its score (rulings 6.1).
    score: status === 'approved' ? scoreOrNull(scoring) : null,
  }
}

function shapeB(
  verification: Verification,
  status: 'approved',
  completedAt: number,
): VerificationShapeB {
  const { id, externalRef, checks, scoring } = verification
  const passed = (name: CheckName) =>
    checks.some(({ check, result }) => check === name && result === 'passed')
  return {
    verificationId: id,
    status,
    ...(externalRef === undefined ? {} : { externalRef }),
    completedAt: toIso(completedAt),
    livenessCheckPassed: passed('liveness'),
    documentVerified: passed('document'),
    score: scoreOrNull(scoring),
  }
}

/** At completion, a score can only have been requested with the submission. */
function isScoreRequested({ scoring }: Verification): boolean {
  return scoring.state !== 'not_requested'
}

function scoreOrNull(scoring: Scoring): WebhookScoreJson | null {
  const score = scoreOf(scoring)
  return score ? webhookScoreJson(score) : null
}
