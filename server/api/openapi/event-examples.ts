// Examples of event payloads for the OpenAPI document and the documentation.

import type { ReviewEventJson } from '../../reviews/review-event-json.ts'
import type { WebhookScoreJson } from '../../scoring/webhook-score-json.ts'
import { reasonJson } from '../../verifications/reason-json.ts'
import type {
  PlainEventJson,
  ScoredEventJson,
} from '../../verifications/verification-event-json.ts'
import { scoreExample } from '../scores/score-api.ts'

const example = {
  id: 'ver_01kb5h3m9q7r2s4t6v8w0x1y2z',
  country: 'SN',
  id_type: 'national_id',
  external_ref: 'customer-4711',
  created_at: '2026-11-21T09:30:00.000Z',
  completed_at: '2026-11-21T09:30:14.207Z',
  score: null,
} as const

export const plainEventExample: PlainEventJson = { ...example, status: 'approved' }

export const failedExample: PlainEventJson = {
  ...example,
  status: 'declined',
  reasons: [reasonJson('face_mismatch')],
}

const webhookScoreExample: WebhookScoreJson = {
  id: scoreExample.scoreId,
  score: scoreExample.score,
  band: scoreExample.band,
  bandDescription: scoreExample.bandDescription,
  confidence: scoreExample.confidence,
}

export const scoredEventExample: ScoredEventJson = {
  verificationId: example.id,
  status: 'approved',
  externalRef: example.external_ref,
  completedAt: example.completed_at,
  livenessCheckPassed: true,
  documentVerified: true,
  score: webhookScoreExample,
}

export const reviewClosedExample: ReviewEventJson = {
  id: example.id,
  external_ref: example.external_ref,
  status: 'declined',
  reasons: [reasonJson('name_mismatch')],
  review: {
    outcome: 'overturned',
    reason_codes: ['spelling_variant'],
    closed_at: '2026-11-21T10:05:00.000Z',
  },
}
