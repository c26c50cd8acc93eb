// The wire shape of a reason, in the API and in events.

import { z } from 'zod'
import type { Wire } from '../kernel/wire-schema.ts'
import { type ReasonCode, reasonCodes, reasons } from './reasons.ts'

export const reasonSchema = z
  .object({
    code: z.string().describe(`Stable; more may come. One of \`${reasonCodes.join('`, `')}\`.`),
    message: z.string().describe('A sentence for people.'),
    retry_allowed: z
      .boolean()
      .describe('Whether a new verification of the same person may have another outcome.'),
  })
  .meta({ id: 'Reason' })

export type ReasonJson = Wire<typeof reasonSchema>

export function reasonJson(code: ReasonCode): ReasonJson {
  return { code, message: reasons[code].message, retry_allowed: reasons[code].retryAllowed }
}
