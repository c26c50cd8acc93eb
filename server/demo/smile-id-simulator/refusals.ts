// Smile ID's refusals of a request: a four-digit code and a text, HTTP 400 (reference 1.9 and 6.5).

import type { z } from 'zod'
import { jsonReply, type Reply } from './exchange.ts'

const texts = {
  '2204': 'A parameter has the wrong data type',
  '2205': 'unauthorized',
  '2209': 'User already enrolled',
  '2210': 'No enrolled user found',
  '2212': 'Invalid job type',
  '2213': 'A required parameter is missing',
  '2215': 'Job already exists',
  '2216': 'User has no photo on file',
  // Smile ID publishes no code for a status query on an unknown job; 2304 is a common guess.
  '2304': 'No such job',
} as const

export type RefusalCode = keyof typeof texts

export function refuse(code: RefusalCode): Reply {
  return jsonReply(400, { error: texts[code], code })
}

/**
 * The answer for an empty wallet. Version 1 documents none; version 3 answers HTTP 402, so this
 * does too, in version 1's format, with a code that is unused in its published list.
 */
export function refuseForEmptyWallet(): Reply {
  return jsonReply(402, { error: 'Insufficient balance in wallet', code: '2222' })
}

/**
 * Refuses with 2213 where a required field is absent or empty, with 2204 for any other fault of a
 * field.
 */
export function refuseFields(body: unknown, error: z.ZodError): Reply {
  const somethingMissing = error.issues.some((issue) => {
    const value = valueAt(body, issue.path)
    return issue.path.length > 0 && (value === undefined || value === '')
  })
  return refuse(somethingMissing ? '2213' : '2204')
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    body,
  )
}
