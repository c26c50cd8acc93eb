// The contract with the outside scoring engine, both ways. Its JSON Schema is committed for those who
// build an engine (data/reference/scoring-engine.schema.json) and made from what parses here. Pure.

import { z } from 'zod'
import { scoreMax } from './bands.ts'
import { featuresSchema } from './features.ts'

export const engineRequestSchema = z.strictObject({
  request_id: z.uuid().describe('Random, and the same when a request is repeated.'),
  features: featuresSchema,
})

/** What else an engine says is not read: a band, for one, is ours to give. */
export const engineAnswerSchema = z.object({
  score: z.int().min(0).max(scoreMax),
  confidence: z.number().min(0).max(1),
  model_version: z.string().regex(/^[\w.:+/@ -]{1,100}$/),
  flags: z
    .array(z.string().regex(/^[\w.:-]{1,64}$/))
    .max(20)
    .optional()
    .describe('Risk flags: short codes, usually none.'),
  request_id: z.string().optional().describe('Where it is given, it must be that of the request.'),
})

export type EngineAnswer = z.output<typeof engineAnswerSchema>

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
