import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { z } from 'zod'
import { parseNewKey } from '../../../server/api/keys/key-api.ts'
import { parseSummary, parseUsageFilter } from '../../../server/api/usage/usage-api.ts'
import { parseDeliveryFilter, parseReplaySpan } from '../../../server/api/webhooks/delivery-api.ts'
import { parseAuditFilter } from '../../../server/audit/audit-input.ts'
import { parseVerificationFilters } from '../../../server/console-api/verifications/verification-list-input.ts'
import { parseOutboundFilter } from '../../../server/egress/outbound-input.ts'
import { firstIdAt } from '../../../server/kernel/ids.ts'
import { instantOrDate, parseInstant } from '../../../server/kernel/instant.ts'
import { parseReview } from '../../../server/reviews/review-input.ts'
import { parseVerificationFilter } from '../../../server/verifications/filter-input.ts'

describe('an instant', () => {
  const written: readonly (readonly [text: string, is: string | undefined])[] = [
    ['2026-11-01T00:00:00Z', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T00:00:00+01:00', '2026-10-31T23:00:00.000Z'],
    ['2026-11-01T00:00:00 01:00', '2026-10-31T23:00:00.000Z'],
    ['2026-11-01T00:00:00.250 05:30', '2026-10-31T18:30:00.250Z'],
    ['2026-11-01T00:00:00 0100', '2026-10-31T23:00:00.000Z'],
    ['2026-11-21T09:30 0100', '2026-11-21T08:30:00.000Z'],
    ['2026-11-21T09:30 01', '2026-11-21T08:30:00.000Z'],
    ['2026-11-21t09:30 01:00', '2026-11-21T08:30:00.000Z'],
    ['2026-11-01T00:00:00-01:00', '2026-11-01T01:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59-01:00', '9999-12-31T23:59:59.999Z'],
    ['2026-11-01T00:00Z', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T00:00+01:00', '2026-10-31T23:00:00.000Z'],
    ['2026-11-01T00:00:00+0100', '2026-10-31T23:00:00.000Z'],
    ['2026-11-01T00:00:00.123456789-01', '2026-11-01T01:00:00.123Z'],
    ['2026-11-01t00:00:00z', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T00:00:00+01:', undefined],
    ['2026-11-01T00:00:00+1', undefined],
    ['2026-11-01T00:00:00+2500', undefined],
    ['2026-11-01T00:00', undefined],
    ['2026-11-01T00Z', undefined],
    ['20261101T000000Z', undefined],
    ['2026-11-01T24:00:00Z', undefined],
    ['2026-11-01T00:00:00Z[UTC]', undefined],
    ['2026-11-01T00:00:00', undefined],
    ['2026-11-01 01:00', undefined],
    ['2026-11-01 00:00:00', undefined],
    ['2026-11-01T00:00:00Z 01:00', undefined],
    ['2026-11-01T00:00:00  01:00', undefined],
    ['2026-11-01T00:00:00 25:00', undefined],
    ['2026-11-01T00:00:00 2500', undefined],
    ['2026-11-01T00:00:00 1', undefined],
    ['2026-02-30T00:00:00Z', undefined],
    ['1795251600', undefined],
    ['monday', undefined],
    ['', undefined],
  ]
  for (const [text, is] of written) {
    test(`written ${text || '(nothing)'} is ${is ?? 'none'}`, () => {
      const expected = is === undefined ? undefined : Date.parse(is)
      assert.equal(parseInstant(text), expected)
    })
  }

  test('may be a plain date', () => {
    assert.equal(parseInstant('2026-11-01'), Date.UTC(2026, 10, 1))
    assert.equal(parseInstant('2026-02-30'), undefined)
  })

  const refused = (schema: z.ZodType, given: unknown) =>
    schema.safeParse(given).error?.issues.map(({ message }) => message)

  test('is refused by its name, with a word on URLs where a space is in it', () => {
    const shape = 'an instant such as 2026-11-21T09:30:00Z, or a date such as 2026-11-21'
    assert.deepEqual(refused(instantOrDate('from'), 'monday'), [`from must be ${shape}.`])
    assert.deepEqual(refused(instantOrDate('from'), '2026-11-01 01:00'), [
      `from must be ${shape}. In a URL the + of an offset is written %2B.`,
    ])
    assert.deepEqual(refused(instantOrDate('from'), 7), [`from must be ${shape}, not a number.`])
    assert.deepEqual(refused(instantOrDate('from'), undefined), [`from is required: ${shape}.`])
  })
})

describe('a + that a URL carried as a space is understood by', () => {
  const spaced = '2026-11-01T00:00:00 01:00'
  const instantMs = Date.UTC(2026, 9, 31, 23)
  const nowMs = Date.UTC(2026, 9, 1)
  const span = { from: spaced, to: spaced }
  const created = { created_from: spaced, created_to: spaced }
  const key = { name: 'Branch', environment: 'live', expires_at: spaced }
  const read: Readonly<Record<string, readonly [read: unknown, expected: unknown]>> = {
    usage: [times(parseUsageFilter(span)), [instantMs, instantMs]],
    'the summary of usage': [times(parseSummary(span, nowMs).period), [instantMs, instantMs]],
    'the audit log': [times(parseAuditFilter(span)), [instantMs, instantMs]],
    verifications: [ids(parseVerificationFilter(created)), idsAt('ver')],
    "the console's verifications": [ids(parseVerificationFilters(created)), idsAt('ver')],
    deliveries: [ids(parseDeliveryFilter(created)), idsAt('dlv')],
    'a replay': [parseReplaySpan({ created_to: spaced }).createdTo, instantMs],
    'outbound calls': [ids(parseOutboundFilter(span)), idsAt('out')],
    'the counts of reviews': [parseReview('counts', { since: spaced }).since, instantMs],
    'the expiry of a key': [parseNewKey(key, nowMs).expiresAt, instantMs],
  }
  for (const [what, [given, expected]] of Object.entries(read)) {
    test(what, () => assert.deepEqual(given, expected))
  }

  function idsAt(prefix: 'ver' | 'dlv' | 'out') {
    return [firstIdAt(prefix, instantMs), firstIdAt(prefix, instantMs)]
  }
})

function times({ from, to }: { readonly from?: unknown; readonly to?: unknown }) {
  return [from, to]
}

function ids({ idFrom, idBefore }: { readonly idFrom?: unknown; readonly idBefore?: unknown }) {
  return [idFrom, idBefore]
}
