// Parses the reason that a user gives for viewing or exporting personal data.

import { z } from 'zod'
import { parseOrRefuse } from '../../kernel/parse-or-refuse.ts'
import { accessReasons } from './access-reason.ts'

const accessBody = z.object({
  reason: z.enum(accessReasons, { error: `reason must be one of ${accessReasons.join(', ')}.` }),
})

/** Personal data is not shown without a reason. @throws AppError `invalid_request` */
export function parseAccessReason(given: unknown): z.output<typeof accessBody> {
  return parseOrRefuse(accessBody, given, { wholeParam: 'reason', absentCode: 'invalid' })
}
