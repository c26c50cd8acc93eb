import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseStart } from '../../../server/console-api/page-window.ts'
import { parseVerificationFilters } from '../../../server/console-api/verifications/verification-list-input.ts'
import {
  listVerificationRows,
  readerOfList,
} from '../../../server/console-api/verifications/verification-list-view.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { reasonCodes } from '../../../server/verifications/reasons.ts'
import { keepCompleted, scored } from '../../support/console-verifications.ts'
import { openTestDatabase, plansOf, type TestDatabase } from '../../support/database.ts'
import { onSqlite } from '../../support/postgres.ts'
import { type Looked, listed, newest } from './listed-rows.ts'

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
  const pages = async (filter: Looked) => {
    const first = await listed(database, filter, newest, 2)
    const cursor = first.nextCursor ?? ''
    const rest = await listed(database, filter, parseStart({ cursor }, 'ver'), 2)
    return [first.refs, rest.refs]
  }
  assert.deepEqual(await pages({ externalRef: 'B' }), ['b3b5', 'b1b9'])
  assert.deepEqual(await pages({ externalRef: 'b', status: 'declined' }), ['b3b5', 'b9'])
  assert.deepEqual(await pages({ externalRef: 'b', reason: 'name_mismatch' }), ['b3b5', 'b9'])
  assert.equal((await listed(database, { externalRef: 'd' }, newest)).refs, '')
})

for (const selective of [{ id: 'ver_1' }, { idNumberIndexes: [Buffer.from('1')] }]) {
  test(
    `beside ${Object.keys(selective)} no list of references is read, so that it needs no thread`,
    onSqlite,
    async (t) => {
      const { file, db } = await openTestDatabase(t)
      db.runInThreads(silentLog)
      const filter = { environment: 'live', externalRef: 'order', ...selective } as const
      assert.equal(readerOfList(db, filter), db.reader)
      const window = { limit: 20, start: newest }
      const plan = await plansOf(t, file, (trx) => listVerificationRows(trx, filter, window))
      assert.doesNotMatch(plan.join('\n'), /external_ref/)
    },
  )
}

test(
  'of many references with a rare filter the rows of the filter are read',
  onSqlite,
  async (t) => {
    const { file, ...database } = await openTestDatabase(t)
    await keepCompleted(database, { externalRef: 'order-0', status: 'declined' })
    await keepCompleted(database, { externalRef: 'order-1' })
    copyVerification(database, 'order-1', 1_000)
    const filter = { environment: 'live', externalRef: 'order', status: 'declined' } as const
    const window = { limit: 20, start: newest }
    const rows = await listVerificationRows(database.db.reader, filter, window)
    assert.deepEqual(
      rows.map(({ externalRef }) => externalRef),
      ['order-0'],
    )
    const plan = await plansOf(t, file, (trx) => listVerificationRows(trx, filter, window))
    assert.match(plan.join('\n'), /verifications_by_environment_status_id/)
  },
)

/** Adds rows like that of the verification with this reference. */
function copyVerification(
  { db }: Pick<TestDatabase, 'db'>,
  externalRef: string,
  count: number,
): void {
  const { raw } = db
  const row = raw.prepare('select * from verifications where external_ref = ?').get(externalRef)
  const columns = Object.keys(row as object)
  const values = columns.map((column) => (column === 'id' ? `'ver_copy_' || n` : column))
  raw.exec(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into verifications (${columns}) select ${values}
    from numbers, verifications where external_ref = '${externalRef}'`)
}

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

for (const [query, refs] of [
  [{ status: 'declined,error' }, 'fdc'],
  [{ status: 'declined,approved', band: 'low,medium' }, 'ecb'],
  [{ reason: 'name_mismatch,face_mismatch' }, 'fc'],
  [{ id_type: 'national_id,passport', country: 'MA,SN' }, 'fedcba'],
  [{ status: 'error,pending', band: 'low,medium' }, ''],
] as const) {
  test(`a list of several values, ${JSON.stringify(query)}, is ${refs || 'empty'}`, async (t) => {
    const database = await openSix(t)
    const filter = parseVerificationFilters(query)
    assert.equal((await listed(database, filter, newest)).refs, refs)
    if (refs.length < 2) return
    const first = await listed(database, filter, newest, 1)
    const rest = await listed(
      database,
      filter,
      parseStart({ cursor: first.nextCursor ?? '' }, 'ver'),
    )
    assert.equal(first.refs + rest.refs, refs)
    const before = parseStart({ before: rest.previousCursor ?? '' }, 'ver')
    assert.equal((await listed(database, filter, before)).refs, first.refs)
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
