// Parses the filters of `svc outbound`.

import { z } from 'zod'
import { refuseFaults } from '../kernel/app-error.ts'
import { firstIdAt } from '../kernel/ids.ts'
import { faultOfSpan, instantOrDate } from '../kernel/instant.ts'
import { parseOrRefuse } from '../kernel/parse-or-refuse.ts'
import { outboundPurposes } from './outbound.ts'
import type { OutboundFilter } from './outbound-view.ts'

const shape = z.object({
  purpose: z
    .enum(outboundPurposes, { error: `purpose must be one of ${outboundPurposes.join(', ')}.` })
    .optional(),
  host: z.string().min(1, 'host must not be empty.').optional(),
  from: instantOrDate('from').optional(),
  to: instantOrDate('to').optional(),
})

/**
 * `from` is inclusive, `to` exclusive; a plain date means its start in UTC.
 * @throws AppError `invalid_request` with every fault.
 */
export function parseOutboundFilter(
  query: Readonly<Partial<Record<'purpose' | 'host' | 'from' | 'to', string | undefined>>>,
): OutboundFilter {
  const { purpose, host, from, to } = parseOrRefuse(shape, query)
  const reversed = faultOfSpan(['from', from], ['to', to])
  if (reversed.length > 0) throw refuseFaults(reversed)
  return {
    purpose,
    host: host?.toLowerCase(),
    idFrom: from === undefined ? undefined : firstIdAt('out', from),
    idBefore: to === undefined ? undefined : firstIdAt('out', to),
  }
}
