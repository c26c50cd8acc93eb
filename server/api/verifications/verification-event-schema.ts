// Schemas of the event payloads of `verification-event-json`, for the OpenAPI document.

import { z } from 'zod'
import { idText, instantText, wireSchema } from '../../kernel/wire-schema.ts'
import { documentTypes } from '../../markets/market.ts'
import type {
  VerificationShapeA,
  VerificationShapeB,
} from '../../verifications/verification-event-json.ts'
import { reasonJson } from '../../verifications/verification-json.ts'
import { webhookScoreExample, webhookScoreSchema } from '../scores/score-schema.ts'
import { countryField, externalRefField, reasonSchema } from './verification-schema.ts'

const score = webhookScoreSchema.nullable().describe('null when there is no score.')

export const shapeASchema = wireSchema<VerificationShapeA>()(
  z
    .object({
      id: idText('ver', 'The verification.'),
      status: z.enum(['approved', 'declined', 'error']),
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
    .meta({ id: 'VerificationEventPlain', description: 'Shape A: no score was requested.' }),
)

export const shapeBSchema = wireSchema<VerificationShapeB>()(
  z
    .object({
      verificationId: idText('ver', 'The verification.'),
      status: z.literal('approved'),
      externalRef: externalRefField.exactOptional(),
      completedAt: instantText('When it was completed.'),
      livenessCheckPassed: z.boolean(),
      documentVerified: z.boolean(),
      score,
    })
    .meta({ id: 'VerificationEventScored', description: 'Shape B: a score was requested.' }),
)

const example = {
  id: 'ver_01kb5h3m9q7r2s4t6v8w0x1y2z',
  country: 'SN',
  id_type: 'national_id',
  external_ref: 'customer-4711',
  created_at: '2026-11-21T09:30:00.000Z',
  completed_at: '2026-11-21T09:30:14.207Z',
  score: null,
} as const

export const shapeAExample: VerificationShapeA = { ...example, status: 'approved' }

export const failedExample: VerificationShapeA = {
  ...example,
  status: 'declined',
  reasons: [reasonJson('face_mismatch')],
}

export const shapeBExample: VerificationShapeB = {
  verificationId: example.id,
  status: 'approved',
  externalRef: example.external_ref,
  completedAt: example.completed_at,
  livenessCheckPassed: true,
  documentVerified: true,
  score: webhookScoreExample,
}
