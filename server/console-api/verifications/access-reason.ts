// The reasons for which a user may view or export personal data: a closed list, recorded in the audit log.

import { z } from 'zod'
import { refuseFaults } from '../../kernel/app-error.ts'

export const accessReasons = [
  'review',
  'customer_request',
  'complaint',
  'audit',
  'investigation',
] as const
export type AccessReason = (typeof accessReasons)[number]

/** The schema of an access reason in the body field `name`. */
export function accessReasonField(name: string) {
  return z.enum(accessReasons, { error: `${name} must be one of ${accessReasons.join(', ')}.` })
}

const accessBody = z.object({ reason: accessReasonField('reason') })

/** Personal data is not shown without a reason. @throws AppError `invalid_request` */
export function parseAccessReason(given: unknown): z.output<typeof accessBody> {
  const parsed = accessBody.safeParse(given)
  if (parsed.success) return parsed.data
  const message = parsed.error.issues[0]?.message ?? ''
  throw refuseFaults([{ param: 'reason', code: 'invalid', message }])
}
