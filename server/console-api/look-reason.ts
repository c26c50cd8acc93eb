// Why a member looks at, or takes out, what is known of persons. Closed words, for the audit log.

import { z } from 'zod'

export const lookReasons = [
  'review',
  'customer_request',
  'complaint',
  'audit',
  'investigation',
] as const
export type LookReason = (typeof lookReasons)[number]

/** For a field of this name in a body. */
export function lookReasonField(name: string) {
  return z.enum(lookReasons, { error: `${name} is one of ${lookReasons.join(', ')}.` })
}
