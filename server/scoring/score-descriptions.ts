// What the interface document says of the endpoint for scores.

import { describeFields, type EndpointDescription } from '../kernel/endpoint-description.ts'
import { scoreRequestBody } from './score-input.ts'
import { scoreExample, scoreSchema } from './score-schema.ts'

const scoreRequest = describeFields(scoreRequestBody, {
  verificationId: {
    description: 'Id of a verification of the key’s environment that was approved or declined.',
    example: 'ver_01kb5h3m9q7r2s4t6v8w0x1y2z',
  },
}).meta({ id: 'ScoreRequest' })

export const scoreDescriptions = {
  retrieve: {
    operationId: 'getScore',
    tag: 'Scores',
    summary: 'Retrieve the score of a verification',
    description:
      'Returns the score that is attached; where there is none yet, it is computed and attached. Every success is metered as `score.get`; sandbox calls are free. An attached score also stands in the verification, where reading it (`GET /kyc/verifications/{id}`) is not metered. While the verification is pending the answer is `409`, which an Idempotency-Key keeps for 24 hours: ask again with another one, or none.',
    request: {
      kind: 'json',
      schema: scoreRequest,
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
} as const satisfies Record<string, EndpointDescription>
