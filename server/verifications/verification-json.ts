// The JSON of a verification in the API (specification 2.1, rulings 1.5).

import { toIso } from '../kernel/clock.ts'
import type { DocumentType } from '../markets/market.ts'
import { scoreOf } from '../scoring/score.ts'
import { type ScoreJson, scoreJson } from '../scoring/score-json.ts'
import { reasons } from './reasons.ts'
import type { Check, Verification, VerificationStatus } from './verification.ts'

export interface ReasonJson {
  readonly code: string
  readonly message: string
  readonly retry_allowed: boolean
}

export interface VerificationJson {
  readonly id: string
  readonly status: VerificationStatus
  readonly country: string
  readonly id_type: DocumentType
  /** Left out when the client sent none. */
  readonly external_ref?: string
  readonly created_at: string
  readonly completed_at: string | null
  /** null while there is none. */
  readonly score: ScoreJson | null
  /** On `declined` and `error` only. */
  readonly reasons?: readonly ReasonJson[]
  /** Only when a score was requested and skipped. */
  readonly metadata?: { readonly scoring_skipped: true; readonly scoring_error: 'UNAVAILABLE' }
}

export interface VerificationDetailJson extends VerificationJson {
  readonly checks: readonly Check[]
  /** The provider's final answer, unchanged; empty while there is none. */
  readonly smile_result: Readonly<Record<string, unknown>>
}

export function verificationJson(verification: Verification): VerificationJson {
  const { status, completedAt, externalRef } = verification
  const explained = status === 'declined' || status === 'error'
  const score = scoreOf(verification.scoring)
  const skipped = verification.scoring.state === 'skipped'
  return {
    id: verification.id,
    status,
    country: verification.country,
    id_type: verification.idType,
    ...(externalRef === undefined ? {} : { external_ref: externalRef }),
    created_at: toIso(verification.createdAt),
    completed_at: completedAt === undefined ? null : toIso(completedAt),
    score: score ? scoreJson(score) : null,
    ...(explained ? { reasons: verification.reasons.map(reasonJson) } : {}),
    ...(skipped ? { metadata: { scoring_skipped: true, scoring_error: 'UNAVAILABLE' } } : {}),
  }
}

export function verificationDetailJson(
  verification: Verification,
  providerAnswer: unknown,
): VerificationDetailJson {
  return {
    ...verificationJson(verification),
    checks: verification.checks,
    smile_result: smileResult(providerAnswer),
  }
}

/** Always an object (rulings 9.7), whatever was stored. */
function smileResult(answer: unknown): VerificationDetailJson['smile_result'] {
  if (answer === undefined || answer === null) return {}
  return typeof answer === 'object' && !Array.isArray(answer) ? { ...answer } : { answer }
}

export function reasonJson(code: keyof typeof reasons): ReasonJson {
  return { code, message: reasons[code].message, retry_allowed: reasons[code].retryAllowed }
}
