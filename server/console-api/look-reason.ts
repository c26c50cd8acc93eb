// Why a member looks at what is sealed, or takes it out of the console: a word of a closed list, for the
// audit log.

import { z } from 'zod'
import { refuseFaults } from '../kernel/app-error.ts'

const lookReasons = ['review', 'customer_request', 'complaint', 'audit', 'investigation'] as const

const body = z.object({
  reason: z
    .enum(lookReasons, { error: `reason is one of ${lookReasons.join(', ')}.` })
    .exactOptional(),
})

/** Empty where none is said. @throws AppError `invalid_request` */
export function parseLookReason(given: unknown): z.output<typeof body> {
  const parsed = body.safeParse(given)
  if (parsed.success) return parsed.data
  const message = parsed.error.issues[0]?.message ?? ''
  throw refuseFaults([{ param: 'reason', code: 'invalid', message }])
}
