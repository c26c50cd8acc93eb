// The schemas of what webhooks are told of a verification, for the interface document; the shapes
// themselves stand in `verification-event-json`.

import { z } from 'zod'
import { idText, instantText, wireSchema } from '../kernel/wire-schema.ts'
import { documentTypes } from '../markets/market.ts'
import { webhookScoreExample, webhookScoreSchema } from '../scoring/score-schema.ts'
import type { VerificationShapeA, VerificationShapeB } from './verification-event-json.ts'
import { reasonJson } from './verification-json.ts'
import { countryField, externalRefField, reasonSchema } from './verification-schema.ts'

const score = webhookScoreSchema.nullable().describe('null where there is none.')

export const shapeASchema = wireSchema<VerificationShapeA>()(
  z
    .object({
      id: idText('ver', 'The verification.'),
      status: z.enum(['approved', 'declined', 'error']),
      country: countryField,
      id_type: z.enum(documentTypes),
      external_ref: externalRefField.exactOptional(),
      created_at: instantText('When it was submitted.'),
      completed_at: instantText('When it ended.'),
      score,
      reasons: z
        .array(reasonSchema)
        .describe('Why it ended so; on `verification.failed` only.')
        .exactOptional(),
    })
    .meta({ id: 'VerificationEventPlain', description: 'Shape A: no score was asked for.' }),
)

export const shapeBSchema = wireSchema<VerificationShapeB>()(
  z
    .object({
      verificationId: idText('ver', 'The verification.'),
      status: z.literal('approved'),
      externalRef: externalRefField.exactOptional(),
      completedAt: instantText('When it ended.'),
      livenessCheckPassed: z.boolean(),
      documentVerified: z.boolean(),
      score,
    })
    .meta({ id: 'VerificationEventScored', description: 'Shape B: a score was asked for.' }),
)

const told = {
  id: 'ver_01kb5h3m9q7r2s4t6v8w0x1y2z',
  country: 'SN',
  id_type: 'national_id',
  external_ref: 'customer-4711',
  created_at: '2026-11-21T09:30:00.000Z',
  completed_at: '2026-11-21T09:30:14.207Z',
  score: null,
} as const

export const shapeAExample: VerificationShapeA = { ...told, status: 'approved' }

export const failedExample: VerificationShapeA = {
  ...told,
  status: 'declined',
  reasons: [reasonJson('face_mismatch')],
}

export const shapeBExample: VerificationShapeB = {
  verificationId: told.id,
  status: 'approved',
  externalRef: told.external_ref,
  completedAt: told.completed_at,
  livenessCheckPassed: true,
  documentVerified: true,
  score: webhookScoreExample,
}
