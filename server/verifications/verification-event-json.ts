// What a webhook is told of a verification that ended (specification 6, rulings 6.1): Shape B for a
// completed one whose score was asked for, Shape A for all others, with reasons where it failed.

import type { SubscribableEvent } from '../events/event.ts'
import { toIso } from '../kernel/clock.ts'
import type { DocumentType } from '../markets/market.ts'
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
  readonly score: null
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
  readonly score: null
}

export interface VerificationEvent {
  readonly type: SubscribableEvent
  readonly payload: VerificationShapeA | VerificationShapeB
}

/** @throws Error for one that has not ended: a bug. */
export function verificationEvent(verification: Verification): VerificationEvent {
  const { status, completedAt } = verification
  if (status === 'pending' || completedAt === undefined) {
    throw new Error('a verification that has not ended has nothing to tell')
  }
  if (status !== 'approved') {
    const reasons = verification.reasons.map(reasonJson)
    const payload = { ...shapeA(verification, status, completedAt), reasons }
    return { type: 'verification.failed', payload }
  }
  const payload = verification.scoreRequested
    ? shapeB(verification, status, completedAt)
    : shapeA(verification, status, completedAt)
  return { type: 'verification.completed', payload }
}

function shapeA(
  { id, country, idType, externalRef, createdAt }: Verification,
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
    score: null,
  }
}

function shapeB(
  verification: Verification,
  status: 'approved',
  completedAt: number,
): VerificationShapeB {
  const { id, externalRef, checks } = verification
  const passed = (name: CheckName) =>
    checks.some(({ check, result }) => check === name && result === 'passed')
  return {
    verificationId: id,
    status,
    ...(externalRef === undefined ? {} : { externalRef }),
    completedAt: toIso(completedAt),
    livenessCheckPassed: passed('liveness'),
    documentVerified: passed('document'),
    score: null,
  }
}
