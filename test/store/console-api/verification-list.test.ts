import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseStart } from '../../../server/console-api/page-window.ts'
import {
  listVerificationRows,
  readerOfList,
} from '../../../server/console-api/verifications/verification-list-view.ts'
import { firstIdAt } from '../../../server/kernel/ids.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { indexIdNumber } from '../../../server/verifications/erasure/encrypted-columns.ts'
import type { Verification } from '../../../server/verifications/verification.ts'
import { indexKeyring, keepCompleted, scored } from '../../support/console-verifications.ts'
import { openTestDatabase, plansOf } from '../../support/database.ts'
import { onSqlite } from '../../support/postgres.ts'
import { type Looked, listed, newest } from './listed-rows.ts'

async function openSeven(t: Parameters<typeof openTestDatabase>[0]) {
  const database = await openTestDatabase(t)
  await keepCompleted(database, { externalRef: 'a', idNumber: '1990 42', scoring: scored(800) })
  await keepCompleted(database, { externalRef: 'b', country: 'MA', scoring: scored(120) })
  await keepCompleted(database, {
    externalRef: 'c',
    status: 'declined',
    reasons: ['name_mismatch', 'face_mismatch'],
    scoring: scored(299),
  })
  await keepCompleted(database, { externalRef: 'd', status: 'error', reasons: ['internal_error'] })
  await keepCompleted(database, { externalRef: 'e', idType: 'national_id', scoring: scored(300) })
  await keepCompleted(database, { externalRef: 'x', environment: 'sandbox', scoring: scored(100) })
  await keepCompleted(database, {
    externalRef: 'f',
    status: 'declined',
    reasons: ['name_mismatch'],
    scoring: { state: 'skipped' },
  })
  return database
}

describe('the console’s list of verifications', () => {
  const numbers = ['199042', 'other'].map((one) => indexIdNumber(indexKeyring, 'SN', one))
  const digests = numbers.filter((one) => one !== undefined)
  const filters: readonly (readonly [filter: Looked, refs: string])[] = [
    [{}, 'fedcba'],
    [{ status: 'declined' }, 'fc'],
    [{ country: 'MA' }, 'b'],
    [{ idType: 'national_id' }, 'e'],
    [{ band: 'low' }, 'cb'],
    [{ band: 'medium' }, 'e'],
    [{ reason: 'name_mismatch' }, 'fc'],
    [{ reason: 'name_mismatch', band: 'low' }, 'c'],
    [{ reason: 'face_mismatch', status: 'declined', country: 'SN' }, 'c'],
    [{ reason: 'face_mismatch', country: 'MA' }, ''],
    [{ externalRef: 'd' }, 'd'],
    [{ externalRef: 'D' }, 'd'],
    [{ externalRef: 'd', status: 'error' }, 'd'],
    [{ externalRef: 'd', status: 'approved' }, ''],
    [{ scoringSkipped: true }, 'f'],
    [{ scoringSkipped: false }, 'edcba'],
    [{ scoringSkipped: true, status: 'declined', country: 'SN' }, 'f'],
    [{ scoringSkipped: true, reason: 'face_mismatch' }, ''],
    [{ idNumberIndexes: digests }, 'a'],
  ]
  for (const [filter, refs] of filters) {
    test(`of ${JSON.stringify(Object.keys(filter))} is ${refs || 'empty'}`, async (t) => {
      assert.equal((await listed(await openSeven(t), filter, newest)).refs, refs)
    })
  }

  test('spans time, and finds one by its id', async (t) => {
    const database = await openSeven(t)
    const { items } = await listed(database, {}, newest)
    const [, e, d] = items
    const span = { idFrom: firstIdAt('ver', d?.createdAt ?? 0), idBefore: items[0]?.id }
    assert.equal((await listed(database, span, newest)).refs, 'ed')
    assert.equal((await listed(database, { ...span, band: 'medium' }, newest)).refs, 'e')
    assert.equal((await listed(database, { id: e?.id }, newest)).refs, 'e')
  })

  for (const filter of [{}, { reason: 'name_mismatch' } as const]) {
    const all = (filter.reason ?? '') === '' ? 'fedcba' : 'fc'
    test(`goes on and back through ${all} without losing or repeating a row`, async (t) => {
      const database = await openSeven(t)
      const seen: string[] = []
      let page = await listed(database, filter, newest, 1)
      assert.equal(page.previousCursor, null)
      while (page.nextCursor !== null) {
        seen.push(page.refs)
        page = await listed(database, filter, parseStart({ cursor: page.nextCursor }, 'ver'), 1)
      }
      assert.equal([...seen, page.refs].join(''), all)
      const back: string[] = [page.refs]
      while (page.previousCursor !== null) {
        page = await listed(database, filter, parseStart({ before: page.previousCursor }, 'ver'), 1)
        back.push(page.refs)
      }
      assert.equal(back.toReversed().join(''), all)
    })
  }

  test('comes back to the row that was left, whatever arrived in between', async (t) => {
    const database = await openSeven(t)
    const first = await listed(database, {}, newest, 2)
    const second = await listed(
      database,
      {},
      parseStart({ cursor: first.nextCursor ?? '' }, 'ver'),
      2,
    )
    assert.equal(second.refs, 'dc')
    const left = second.items[0]?.id ?? ''
    await keepCompleted(database, { externalRef: 'g' })
    const again = await listed(database, {}, parseStart({ at: left }, 'ver'), 2)
    assert.equal(again.refs, 'dc')
    const before = await listed(
      database,
      {},
      parseStart({ before: again.previousCursor ?? '' }, 'ver'),
      2,
    )
    assert.equal(before.refs, 'fe')
    assert.notEqual(before.previousCursor, null)
  })
})

describe('every filter alone', () => {
  const id = firstIdAt('ver', Date.UTC(2026, 10, 21))
  const one = indexIdNumber(indexKeyring, 'SN', '1')
  const indexed: readonly (readonly [filter: Looked, index: string])[] = [
    [{}, 'verifications_by_environment_id '],
    [{ status: 'pending' }, 'verifications_by_environment_status_id'],
    [{ country: 'SN' }, 'verifications_by_environment_country_id'],
    [{ idType: 'passport' }, 'verifications_by_environment_id_type_id'],
    [{ idFrom: 'ver_0', idBefore: 'ver_1' }, 'verifications_by_environment_id '],
    [{ scoringSkipped: true }, 'verifications_scoring_skipped'],
    [{ idNumberIndexes: one ? [one] : [] }, 'verifications_by_document_number'],
    [{ reason: 'name_mismatch' }, 'sqlite_autoindex_verification_tags_1'],
    [{ band: 'low' }, 'sqlite_autoindex_verification_tags_1'],
  ]
  for (const [filter, index] of indexed) {
    for (const kind of ['after', 'before', 'at'] as const) {
      test(
        `${Object.keys(filter).join()} is in order in one index, ${kind} a row`,
        onSqlite,
        async (t) => {
          const { file } = await openTestDatabase(t)
          const window = { limit: 20, start: { kind, id } }
          const plan = await plansOf(t, file, (trx) =>
            listVerificationRows(trx, { environment: 'live', ...filter }, window),
          )
          const [outer, list, inner] = plan
          const text = plan.join('\n')
          assert.match(outer ?? '', /^SEARCH verifications USING .*\(id=\?\)$/, text)
          assert.match(list ?? '', /^LIST SUBQUERY/, text)
          assert.match(inner ?? '', new RegExp(`INDEX ${index}`), text)
          assert.doesNotMatch(text, /TEMP B-TREE|SCAN/)
        },
      )
    }
  }
})

test('a list that no index serves is read in a thread, with the same rows', async (t) => {
  const { db } = await openSeven(t)
  db.runInThreads(silentLog)
  const window = { limit: 20, start: newest }
  const filters: readonly (readonly [filter: Looked, isLong: boolean])[] = [
    [{}, false],
    [{ status: 'declined' }, false],
    [{ status: 'declined', country: 'SN' }, false],
    [{ status: 'declined', band: 'low', externalRef: 'c' }, true],
    [{ status: 'declined', band: 'low' }, true],
    [{ reason: 'name_mismatch', band: 'low' }, true],
    [{ scoringSkipped: true, country: 'SN' }, true],
  ]
  for (const [filter, isLong] of filters) {
    const asked = { environment: 'live', ...filter } as const
    assert.equal(readerOfList(db, asked), isLong ? db.longReader : db.reader)
    const rows = await listVerificationRows(db.longReader, asked, window)
    assert.deepEqual(rows, await listVerificationRows(db.reader, asked, window))
    assert.ok(rows.length > 0)
  }
})

test('a rare filter leads: pages through it are those that a walk along the common one gives', async (t) => {
  const database = await openTestDatabase(t)
  for (let count = 0; count < 30; count += 1) {
    const isRare = count % 10 === 3
    const more = isRare
      ? { status: 'declined', reasons: ['name_mismatch'] }
      : { status: 'approved' }
    await keepCompleted(database, {
      externalRef: String(count % 10),
      ...more,
    } as Partial<Verification>)
  }
  for (const filter of [
    { status: 'declined', country: 'SN' },
    { reason: 'name_mismatch', status: 'declined', idType: 'passport' },
  ] as const) {
    const first = await listed(database, filter, newest, 2)
    const cursor = first.nextCursor ?? ''
    const rest = await listed(database, filter, parseStart({ cursor }, 'ver'), 2)
    assert.deepEqual([first.refs, rest.refs, rest.nextCursor], ['33', '3', null])
    const before = rest.previousCursor ?? ''
    assert.equal((await listed(database, filter, parseStart({ before }, 'ver'), 2)).refs, '33')
  }
  assert.equal((await listed(database, { status: 'error', country: 'SN' }, newest)).refs, '')
})

test(
  'a rare filter and a tag are read by their indexes and primary keys alone',
  onSqlite,
  async (t) => {
    const { file, ...database } = await openTestDatabase(t)
    await keepCompleted(database, { status: 'declined', reasons: ['name_mismatch'] })
    const filter = { environment: 'live', status: 'declined', reason: 'name_mismatch' } as const
    const window = { limit: 20, start: newest }
    const plan = await plansOf(t, file, (trx) => listVerificationRows(trx, filter, window))
    assert.match(plan[0] ?? '', /INDEX verifications_by_environment_status_id/, plan.join('\n'))
    assert.doesNotMatch(plan.join('\n'), /SCAN/)
  },
)

const met = [
  { status: 'declined', country: 'MA' },
  { status: 'declined', idType: 'passport' },
  { country: 'MA', idType: 'passport' },
  { status: 'declined', country: 'MA', idType: 'passport' },
] as const
for (const filter of met) {
  test(
    `${Object.keys(filter).join(' and ')} are looked up together, whether or not they ever meet`,
    onSqlite,
    async (t) => {
      const { file } = await openTestDatabase(t)
      const id = firstIdAt('ver', Date.UTC(2026, 10, 1))
      for (const kind of ['after', 'before', 'at'] as const) {
        const window = { limit: 20, start: { kind, id } }
        const plan = await plansOf(t, file, (trx) =>
          listVerificationRows(trx, { environment: 'live', ...filter }, window),
        )
        const text = plan.join('\n')
        const searched = plan.filter((line) => /SEARCH one/.test(line))
        assert.ok(searched.length > 0, text)
        for (const line of searched) {
          assert.match(
            line,
            /verifications_by_status_country_id_type_id .*id_type=\? AND id[<>]/,
            text,
          )
        }
      }
    },
  )
}
