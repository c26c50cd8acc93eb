// Why a member looks at, or takes out, what is known of persons. Closed words, for the audit log.

import { z } from 'zod'
import { refuseFaults } from '../kernel/app-error.ts'

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
  return z.enum(lookReasons, { error: `${name} must be one of ${lookReasons.join(', ')}.` })
}

const lookBody = z.object({ reason: lookReasonField('reason') })

/** Nothing of a person is shown without one. @throws AppError `invalid_request` */
export function parseLookReason(given: unknown): z.output<typeof lookBody> {
  const parsed = lookBody.safeParse(given)
  if (parsed.success) return parsed.data
  const message = parsed.error.issues[0]?.message ?? ''
  throw refuseFaults([{ param: 'reason', code: 'invalid', message }])
}
