import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  parseRecount,
  parseSummary,
  parseUsageFilter,
} from '../../../server/api/usage/usage-api.ts'
import { parseDeliveryFilter } from '../../../server/api/webhooks/delivery-api.ts'
import { parseVerificationFilters } from '../../../server/console-api/verifications/verification-list-input.ts'
import { parseOutboundFilter } from '../../../server/egress/outbound-input.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import { parseVerificationFilter } from '../../../server/verifications/filter-input.ts'

const [early, late] = ['2026-11-27', '2026-11-28']
const span = { from: late, to: early }
const created = { created_from: late, created_to: early }

describe('a span that ends before it begins is reported with every other fault by', () => {
  const readers: Readonly<Record<string, readonly [read: () => unknown, params: string]>> = {
    usage: [() => parseUsageFilter({ ...span, type: '' }), 'type,to'],
    'the summary of usage': [() => parseSummary({ ...span, group_by: '' }, 0), 'group_by,to'],
    'a recount': [() => parseRecount({ ...span, repair: 1 }), 'repair,to'],
    verifications: [() => parseVerificationFilter({ ...created, status: '' }), 'status,created_to'],
    "the console's verifications": [
      () => parseVerificationFilters({ ...created, id: '' }),
      'id,created_to',
    ],
    deliveries: [() => parseDeliveryFilter({ ...created, event: '' }), 'event,created_to'],
    'outbound calls': [() => parseOutboundFilter({ ...span, host: '' }), 'host,to'],
  }
  for (const [what, [read, params]] of Object.entries(readers)) {
    test(what, () => assert.throws(read, (error) => paramsOf(error) === params))
  }

  test('no list where an end of it is none', () => {
    const read = () => parseUsageFilter({ from: late, to: 'monday' })
    assert.throws(read, (error) => paramsOf(error) === 'to')
  })
})

test('a span may be empty', () => {
  const { from, to } = parseUsageFilter({ from: early, to: early })
  assert.equal(from, to)
})

function paramsOf(error: unknown): string | undefined {
  if (!(error instanceof AppError)) return undefined
  return (error.options.details ?? []).map(({ param }) => param).join()
}
