// The event payload of a completed verification (specification 6, rulings 6.1): the scored body for an approved one
// whose score was requested, the plain body for all others, with reasons on `verification.failed`.

import { z } from 'zod'
import { toIso } from '../../kernel/clock.ts'
import { idText, instantText, type Wire } from '../../kernel/wire-schema.ts'
import { documentTypes } from '../../markets/market.ts'
import { type Scoring, scoreOf } from '../../scoring/score.ts'
import {
  type WebhookScoreJson,
  webhookScoreExample,
  webhookScoreJson,
  webhookScoreSchema,
} from '../../scoring/webhook-score-json.ts'
import { reasonJson, reasonSchema } from '../reason-json.ts'
import {
  type CheckName,
  type FinalStatus,
  finalStatuses,
  type Verification,
} from '../verification.ts'

/** Fields shared with the verification in the API. */
export const countryField = z
  .string()
  .meta({ description: 'ISO 3166-1 alpha-2.', pattern: '^[A-Z]{2}$', example: 'SN' })

export const externalRefField = z.string().meta({
  description: 'The client’s own reference; left out when it sent none.',
  example: 'customer-4711',
})

const score = webhookScoreSchema.nullable().describe('null when there is no score.')

export const plainEventSchema = z
  .object({
    id: idText('ver', 'The verification.'),
    status: z.enum(finalStatuses),
    country: countryField,
    id_type: z.enum(documentTypes),
    external_ref: externalRefField.exactOptional(),
    created_at: instantText('When it was submitted.'),
    completed_at: instantText('When it was completed.'),
    score,
    reasons: z
      .array(reasonSchema)
      .describe('Reasons for the outcome; on `verification.failed` only.')
      .exactOptional(),
  })
  .meta({ id: 'VerificationEventPlain', description: 'The plain body: no score was requested.' })

type PlainEventJson = Wire<typeof plainEventSchema>

export const plainEventExample: PlainEventJson = {
  id: 'ver_01kb5h3m9q7r2s4t6v8w0x1y2z',
  country: 'SN',
  id_type: 'national_id',
  external_ref: 'customer-4711',
  created_at: '2026-11-21T09:30:00.000Z',
  completed_at: '2026-11-21T09:30:14.207Z',
  score: null,
  status: 'approved',
}

export const failedEventExample: PlainEventJson = {
  ...plainEventExample,
  status: 'declined',
  reasons: [reasonJson('face_mismatch')],
}

export const scoredEventSchema = z
  .object({
    verificationId: idText('ver', 'The verification.'),
    status: z.literal('approved'),
    externalRef: externalRefField.exactOptional(),
    completedAt: instantText('When it was completed.'),
    livenessCheckPassed: z.boolean(),
    documentVerified: z.boolean(),
    score,
  })
  .meta({ id: 'VerificationEventScored', description: 'The scored body: a score was requested.' })

type ScoredEventJson = Wire<typeof scoredEventSchema>

export const scoredEventExample: ScoredEventJson = {
  verificationId: plainEventExample.id,
  status: 'approved',
  externalRef: 'customer-4711',
  completedAt: plainEventExample.completed_at,
  livenessCheckPassed: true,
  documentVerified: true,
  score: webhookScoreExample,
}

interface VerificationEvent {
  readonly type: 'verification.completed' | 'verification.failed'
  readonly payload: PlainEventJson | ScoredEventJson
}

/** @throws Error for a pending verification, which is a bug */
export function verificationEvent(verification: Verification): VerificationEvent {
  const { status, completedAt } = verification
  if (status === 'pending' || completedAt === undefined) {
    throw new Error('a pending verification has no event')
  }
  if (status !== 'approved') {
    const reasons = verification.reasons.map(reasonJson)
    const payload = { ...plainEvent(verification, status, completedAt), reasons }
    return { type: 'verification.failed', payload }
  }
  const payload = isScoreRequested(verification)
    ? scoredEvent(verification, status, completedAt)
    : plainEvent(verification, status, completedAt)
  return { type: 'verification.completed', payload }
}

function plainEvent(
  { id, country, idType, externalRef, createdAt, scoring }: Verification,
  status: FinalStatus,
  completedAt: number,
): PlainEventJson {
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

function scoredEvent(
  verification: Verification,
  status: 'approved',
  completedAt: number,
): ScoredEventJson {
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
