import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type PageStart,
  parseStart,
  toWindowedPage,
} from '../../../server/console-api/page-window.ts'
import type { VerificationFilters } from '../../../server/console-api/verifications/verification-filters.ts'
import { listVerificationRows } from '../../../server/console-api/verifications/verification-list-view.ts'
import { keepCompleted } from '../../support/console-verifications.ts'
import { openTestDatabase, plansOf } from '../../support/database.ts'
import { onSqlite } from '../../support/postgres.ts'

const newest: PageStart = { kind: 'newest' }

test('a reference is found by its start, through its index alone', onSqlite, async (t) => {
  const { file, ...database } = await openTestDatabase(t)
  for (const externalRef of ['Order-1', 'order-12', 'other']) {
    await keepCompleted(database, { externalRef })
  }
  const filter = { environment: 'live', externalRef: 'ORDER-1' } as const
  const window = { limit: 20, start: newest }
  const rows = await listVerificationRows(database.db.reader, filter, window)
  assert.deepEqual(
    rows.map(({ externalRef }) => externalRef),
    ['order-12', 'Order-1'],
  )
  const plan = await plansOf(t, file, (trx) => listVerificationRows(trx, filter, window))
  const ofVerifications = plan.filter((step) => step.includes(' verifications '))
  assert.equal(ofVerifications.length, 3, plan.join('\n'))
  for (const step of ofVerifications) {
    assert.match(step, /verifications_by_environment_external_ref_id|\(id=\?\)$/)
  }
})

test('references that begin alike come newest first, by pages, with other filters', async (t) => {
  const database = await openTestDatabase(t)
  const refs = ['b9', 'c', 'b1', 'b5', 'b3']
  for (const [index, externalRef] of refs.entries()) {
    const declined = { status: 'declined', reasons: ['name_mismatch'] } as const
    await keepCompleted(database, { externalRef, ...(index === 2 ? {} : declined) })
  }
  const page = async (filter: Omit<VerificationFilters, 'environment'>, start: PageStart) => {
    const window = { limit: 2, start }
    const all = { environment: 'live', ...filter } as const
    const rows = await listVerificationRows(database.db.reader, all, window)
    const { items, nextCursor } = toWindowedPage(rows, window)
    return { refs: items.map(({ externalRef }) => externalRef).join(''), cursor: nextCursor ?? '' }
  }
  const pages = async (filter: Omit<VerificationFilters, 'environment'>) => {
    const first = await page(filter, newest)
    const rest = await page(filter, parseStart({ cursor: first.cursor }, 'ver'))
    return [first.refs, rest.refs]
  }
  assert.deepEqual(await pages({ externalRef: 'B' }), ['b3b5', 'b1b9'])
  assert.deepEqual(await pages({ externalRef: 'b', status: 'declined' }), ['b3b5', 'b9'])
  assert.deepEqual(await pages({ externalRef: 'b', reason: 'name_mismatch' }), ['b3b5', 'b9'])
  assert.equal((await page({ externalRef: 'd' }, newest)).refs, '')
})
