// Filters of the console's list with several values each.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type PageStart,
  parseStart,
  toWindowedPage,
} from '../../../server/console-api/page-window.ts'
import type { VerificationFilters } from '../../../server/console-api/verifications/verification-filters.ts'
import { parseVerificationFilters } from '../../../server/console-api/verifications/verification-list-input.ts'
import { listVerificationRows } from '../../../server/console-api/verifications/verification-list-view.ts'
import type { Reader } from '../../../server/db/transaction.ts'
import { reasonCodes } from '../../../server/verifications/reasons.ts'
import { keepCompleted, scored } from '../../support/console-verifications.ts'
import { openTestDatabase } from '../../support/database.ts'

async function openSix(t: Parameters<typeof openTestDatabase>[0]) {
  const database = await openTestDatabase(t)
  const keep = (change: Parameters<typeof keepCompleted>[1]) => keepCompleted(database, change)
  await keep({ externalRef: 'a', scoring: scored(800) })
  await keep({ externalRef: 'b', country: 'MA', scoring: scored(120) })
  const reasons = ['name_mismatch', 'face_mismatch'] as const
  await keep({ externalRef: 'c', status: 'declined', reasons, scoring: scored(299) })
  await keep({ externalRef: 'd', status: 'error', reasons: ['internal_error'] })
  await keep({ externalRef: 'e', idType: 'national_id', scoring: scored(300) })
  await keep({ externalRef: 'f', status: 'declined', reasons: ['name_mismatch'] })
  return database
}

async function listed(
  { reader }: { readonly reader: Reader },
  filter: VerificationFilters,
  start: PageStart,
  limit = 20,
) {
  const window = { limit, start }
  const page = toWindowedPage(await listVerificationRows(reader, filter, window), window)
  return { ...page, refs: page.items.map(({ externalRef }) => externalRef).join('') }
}

const newest: PageStart = { kind: 'newest' }

for (const [query, refs] of [
  [{ status: 'declined,error' }, 'fdc'],
  [{ status: 'declined,approved', band: 'low,medium' }, 'ecb'],
  [{ reason: 'name_mismatch,face_mismatch' }, 'fc'],
  [{ id_type: 'national_id,passport', country: 'MA,SN' }, 'fedcba'],
  [{ status: 'error,pending', band: 'low,medium' }, ''],
] as const) {
  test(`a list of several values, ${JSON.stringify(query)}, is ${refs || 'empty'}`, async (t) => {
    const { db } = await openSix(t)
    const filter = parseVerificationFilters(query)
    assert.equal((await listed(db, filter, newest)).refs, refs)
    if (refs.length < 2) return
    const first = await listed(db, filter, newest, 1)
    const rest = await listed(db, filter, parseStart({ cursor: first.nextCursor ?? '' }, 'ver'))
    assert.equal(first.refs + rest.refs, refs)
    const before = parseStart({ before: rest.previousCursor ?? '' }, 'ver')
    assert.equal((await listed(db, filter, before)).refs, first.refs)
  })
}

test('a filter of values that stand for too many combinations is refused', () => {
  const reason = reasonCodes.join(',')
  const many = { status: 'approved,declined', band: 'low,medium', reason }
  assert.throws(() => parseVerificationFilters(many), /Choose fewer values/)
  assert.throws(
    () => parseVerificationFilters({ status: 'approved,gone' }),
    /status must be one of/,
  )
})
