// The contract with the external scoring engine: schemas of the request and the answer. Their JSON Schema is
// committed for developers of engines (data/reference/scoring-engine.schema.json) and generated from here. Pure.

import { z } from 'zod'
import { scoreMax } from './bands.ts'
import type { AnswerFault } from './engine.ts'
import { featuresSchema } from './features.ts'

export const engineRequestSchema = z.strictObject({
  request_id: z.uuid().describe('Random, and the same when a request is repeated.'),
  features: featuresSchema,
})

const score = z.int().min(0).max(scoreMax)
const confidence = z.number().min(0).max(1)
/** No spaces and no `@`, and flags only in lower case, so that neither can hold a name or an e-mail address. */
const modelVersion = z.string().regex(/^[a-zA-Z0-9][\w.:+/-]{0,99}$/)
const flags = z.array(z.string().regex(/^[a-z][a-z0-9_.-]{0,63}$/)).max(20)

/** Other fields are ignored, such as a band, which we derive ourselves. */
export const engineAnswerSchema = z.object({
  score,
  confidence,
  model_version: modelVersion,
  flags: flags.optional().describe('Risk flags: short codes, usually none.'),
  request_id: z.string().optional().describe('If present, it must equal that of the request.'),
})

export type EngineAnswer = z.output<typeof engineAnswerSchema>

/** The same rules for the reply of any implementation of `ScoringEngine`. */
export const scoredReplySchema = z.object({
  kind: z.literal('scored'),
  score,
  confidence,
  modelVersion,
  flags,
  requestId: z.uuid().optional(),
})

/** Returns the first field that breaks the schema. */
export function answerFaultOf({ issues }: z.ZodError): AnswerFault {
  switch (issues[0]?.path[0]) {
    case 'score':
      return 'score'
    case 'confidence':
      return 'confidence'
    case 'model_version':
    case 'modelVersion':
      return 'model_version'
    case 'flags':
      return 'flags'
    case 'request_id':
    case 'requestId':
      return 'request_id'
    default:
      return 'not_object'
  }
}

/** Longer answers are refused. */
export const engineAnswerBytesMax = 64 * 1024

/** JSON Schema 2020-12 of the request and of the answer, under `$defs`. */
export function engineContractSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:svc:scoring-engine:1',
    title: 'Request and answer of the scoring engine',
    $defs: {
      request: withoutDialect(engineRequestSchema),
      answer: withoutDialect(engineAnswerSchema),
    },
  }
}

function withoutDialect(schema: z.ZodType): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}
