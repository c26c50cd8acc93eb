// Parses the filters of `svc outbound`.

import { z } from 'zod'
import { firstIdAt } from '../kernel/ids.ts'
import { instantOrDate } from '../kernel/instant.ts'
import { parseWithSpan } from '../kernel/parse-with-span.ts'
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
  const { purpose, host, from, to } = parseWithSpan(shape, query, ['from', 'to'])
  return {
    purpose,
    host: host?.toLowerCase(),
    idFrom: from === undefined ? undefined : firstIdAt('out', from),
    idBefore: to === undefined ? undefined : firstIdAt('out', to),
  }
}
