// The contract with the outside scoring engine, both ways. Its JSON Schema is committed for those who
// build an engine (data/reference/scoring-engine.schema.json) and made from what parses here. Pure.

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
/** No spaces and no `@`, and flags in small letters only: no room for a name or an address. */
const modelVersion = z.string().regex(/^[a-zA-Z0-9][\w.:+/-]{0,99}$/)
const flags = z.array(z.string().regex(/^[a-z][a-z0-9_.-]{0,63}$/)).max(20)

/** What else an engine says is not read: a band, for one, is ours to give. */
export const engineAnswerSchema = z.object({
  score,
  confidence,
  model_version: modelVersion,
  flags: flags.optional().describe('Risk flags: short codes, usually none.'),
  request_id: z.string().optional().describe('Where it is given, it must be that of the request.'),
})

export type EngineAnswer = z.output<typeof engineAnswerSchema>

/** The same rules for a score from any engine behind the port, however it came by it. */
export const scoredReplySchema = z.object({
  kind: z.literal('scored'),
  score,
  confidence,
  modelVersion,
  flags,
  requestId: z.uuid().optional(),
})

/** Where an answer, parsed, breaks the rules above first. */
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

/** An answer that is longer is not read. */
export const answerBytesMax = 64 * 1024

/** JSON Schema 2020-12 of the request and of the answer, under `$defs`. */
export function engineContractSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:svc:scoring-engine:1',
    title: 'What the scoring engine is asked, and what it answers',
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
