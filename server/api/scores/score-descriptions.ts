// Describes the score endpoint for the OpenAPI document.

import type { RouteDescription } from '../../kernel/route-description.ts'
import { scoreExample, scoreRequestSchema, scoreSchema } from './score-api.ts'

export const scoreDescriptions = {
  retrieve: {
    operationId: 'getScore',
    tag: 'Scores',
    summary: 'Retrieve the score of a verification',
    description:
      'Returns the attached score; if there is none yet, computes and attaches one. Every success is metered as `score.get`; sandbox calls are free. Reading an attached score in its verification (`GET /kyc/verifications/{id}`) is not metered. While the verification is pending the answer is `409`; an Idempotency-Key keeps that answer for 24 hours, so ask again with another one, or none.',
    request: {
      kind: 'json',
      schema: scoreRequestSchema,
      examples: { usual: { verificationId: 'ver_01kb5h3m9q7r2s4t6v8w0x1y2z' } },
    },
    answers: [
      {
        status: 200,
        description: 'The score.',
        schema: scoreSchema,
        examples: { good: scoreExample },
      },
    ],
    codes: [
      'not_found',
      'verification_pending',
      'verification_not_scorable',
      'scoring_unavailable',
    ],
  },
} as const satisfies Record<string, RouteDescription>
