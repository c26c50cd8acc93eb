import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { firstIdAt } from '../../../server/kernel/ids.ts'
import type { Verification } from '../../../server/verifications/verification.ts'
import { completePending } from '../../../server/verifications/verification-store.ts'
import {
  findVerification,
  listVerifications,
  type VerificationFilter,
} from '../../../server/verifications/verification-view.ts'
import { openTestDatabase, plansOf, type TestDatabase } from '../../support/database.ts'
import { onSqlite } from '../../support/postgres.ts'
import { aVerification, keepVerification } from '../../support/verification.ts'

const startMs = Date.UTC(2026, 10, 21, 9)

function keep({ db }: TestDatabase, verification: Verification): Promise<void> {
  return inTransaction(db, (trx) => keepVerification(trx, verification))
}

/** References of what the list shows. */
async function listed(
  { db }: TestDatabase,
  filter: VerificationFilter,
  page: { readonly limit?: number; readonly after?: string } = {},
): Promise<readonly (string | undefined)[]> {
  const { limit = 100, after } = page
  const rows = await listVerifications(db.reader, filter, { limit, after })
  return rows.map(({ externalRef }) => externalRef)
}

describe('a verification', () => {
  test('comes back as it was kept, with every field and without any', async (t) => {
    const database = await openTestDatabase(t)
    const full = aVerification({
      environment: 'sandbox',
      status: 'declined',
      externalRef: 'réf 😀',
      scoring: { state: 'skipped' },
      resultCode: '0811',
      reasons: ['face_mismatch', 'name_mismatch'],
      checks: [
        { check: 'document', result: 'passed' },
        { check: 'name', result: 'failed', reason: 'names_differ' },
      ],
      findings: [{ role: 'front', code: 'image_glare', figure: 0.25, limit: 0.1, unit: 'share' }],
      completedAt: startMs + 5,
    })
    const bare = aVerification()
    for (const verification of [full, bare]) {
      await keep(database, verification)
      assert.deepEqual(await findVerification(database.db.reader, verification.id), verification)
    }
  })

  test('does not exist for the other environment', async (t) => {
    const database = await openTestDatabase(t)
    const live = aVerification()
    await keep(database, live)
    const find = (environment: 'live' | 'sandbox') =>
      findVerification(database.db.reader, live.id, environment)
    assert.deepEqual(await find('live'), live)
    assert.equal(await find('sandbox'), undefined)
    assert.deepEqual(await listed(database, { environment: 'sandbox' }), [])
  })
})

describe('the list', () => {
  /** Six verifications, a minute apart, named by their number. */
  async function openSix(t: TestContext): Promise<TestDatabase> {
    const database = await openTestDatabase(t)
    const kinds: readonly Partial<Verification>[] = [
      { country: 'SN', status: 'approved' },
      { country: 'MA', status: 'declined' },
      { country: 'SN', status: 'declined', idType: 'voter_id' },
      { country: 'SN', status: 'pending' },
      { country: 'MA', status: 'approved', environment: 'sandbox' },
      {
        country: 'SN',
        status: 'approved',
        idType: 'national_id',
        scoring: { state: 'skipped' },
      },
    ]
    for (const [index, kind] of kinds.entries()) {
      const createdAt = startMs + index * 60_000
      await keep(database, aVerification({ ...kind, createdAt, externalRef: String(index + 1) }))
    }
    return database
  }

  const minute = (index: number) => firstIdAt('ver', startMs + index * 60_000)
  const filters: readonly (readonly [filter: VerificationFilter, expected: string])[] = [
    [{}, '6 5 4 3 2 1'],
    [{ environment: 'live' }, '6 4 3 2 1'],
    [{ status: 'approved' }, '6 5 1'],
    [{ country: 'MA' }, '5 2'],
    [{ idType: 'voter_id' }, '3'],
    [{ externalRef: '2' }, '2'],
    [{ externalRef: 'none' }, ''],
    [{ scoringSkipped: true }, '6'],
    [{ scoringSkipped: false }, '5 4 3 2 1'],
    [{ environment: 'live', scoringSkipped: true, idBefore: minute(3) }, ''],
    [{ idFrom: minute(3) }, '6 5 4'],
    [{ idBefore: minute(3) }, '3 2 1'],
    [{ idFrom: minute(1), idBefore: minute(3) }, '3 2'],
    [{ environment: 'live', country: 'SN', status: 'approved' }, '6 1'],
    [{ environment: 'live', country: 'SN', idBefore: minute(3), status: 'declined' }, '3'],
  ]
  for (const [filter, expected] of filters) {
    test(`of ${JSON.stringify(filter)} is ${expected || 'empty'}`, async (t) => {
      assert.equal((await listed(await openSix(t), filter)).join(' '), expected)
    })
  }

  test('goes on after the last one seen, through every filter, whatever came in between', async (t) => {
    const database = await openSix(t)
    const { db } = database
    const filter = { environment: 'live' } as const
    const [first, second, third] = await listVerifications(db.reader, filter, {
      limit: 2,
      after: undefined,
    })
    assert.deepEqual([first?.externalRef, second?.externalRef, third?.externalRef], ['6', '4', '3'])
    await keep(database, aVerification({ createdAt: startMs + 3_600_000, externalRef: 'new' }))
    const after = second?.id ?? ''
    assert.deepEqual(await listed(database, filter, { limit: 2, after }), ['3', '2', '1'])
    const approved = { ...filter, status: 'approved' } as const
    assert.deepEqual(await listed(database, approved, { after }), ['1'])
  })

  const indexed: readonly (readonly [filter: VerificationFilter, index: string])[] = [
    [{}, 'environment_id'],
    [{ status: 'pending' }, 'environment_status_id'],
    [{ country: 'SN' }, 'environment_country_id'],
    [{ idType: 'passport' }, 'environment_id_type_id'],
    [{ externalRef: 'x' }, 'environment_external_ref_id'],
    [{ idFrom: 'ver_0', idBefore: 'ver_1' }, 'environment_id'],
    [{ scoringSkipped: false }, 'environment_id'],
  ]
  for (const [filter, index] of indexed) {
    test(
      `finds ${JSON.stringify(filter)} by an index that is in order already`,
      onSqlite,
      async (t) => {
        const { file } = await openTestDatabase(t)
        const page = { limit: 20, after: 'ver_5' }
        const plan = await plansOf(t, file, (trx) =>
          listVerifications(trx, { environment: 'live', ...filter }, page),
        )
        assert.equal(plan.length, 3, plan.join('\n'))
        assert.match(
          plan[0] ?? '',
          new RegExp(`INDEX verifications_by_${index} \\(environment=\\?`),
        )
        assert.match(
          plan[1] ?? '',
          /^SEARCH scores USING INDEX .*\(verification_id=\?\) LEFT-JOIN$/,
        )
        assert.match(
          plan[2] ?? '',
          /^SEARCH reviews USING INDEX .*\(verification_id=\?\) LEFT-JOIN$/,
        )
      },
    )
  }

  test('finds reviews by the tag of their state, in order already', onSqlite, async (t) => {
    const { file } = await openTestDatabase(t)
    const filter = { environment: 'live', reviewState: 'open', idFrom: 'ver_0' } as const
    const plan = await plansOf(t, file, (trx) =>
      listVerifications(trx, filter, { limit: 20, after: 'ver_5' }),
    )
    const read = plan.join('\n')
    assert.match(
      read,
      /SEARCH tag USING COVERING INDEX \S+ \(environment=\? AND tag=\? AND verification_id>\? AND verification_id<\?\)/,
    )
    assert.doesNotMatch(read, /SCAN/)
  })

  for (const more of [{}, { status: 'approved', country: 'SN', idType: 'passport' }] as const) {
    const beside = Object.keys(more).join() || 'nothing'
    test(
      `finds what was skipped by an index of that alone, beside ${beside}`,
      onSqlite,
      async (t) => {
        const { file } = await openTestDatabase(t)
        const filter = { environment: 'live', scoringSkipped: true, ...more } as const
        const plan = await plansOf(t, file, (trx) =>
          listVerifications(trx, filter, { limit: 20, after: 'ver_5' }),
        )
        assert.equal(plan.length, 3, plan.join('\n'))
        assert.match(plan[0] ?? '', /INDEX verifications_scoring_skipped \(environment=\? AND id</)
      },
    )
  }
})

describe('concluding', () => {
  const end = {
    status: 'approved',
    reasons: [],
    checks: [{ check: 'document', result: 'passed' }],
    completedAt: startMs + 9,
    providerAnswer: Buffer.of(1),
    resultCode: '0810',
  } as const

  test('ends a pending verification once: what was decided stays decided', async (t) => {
    const { db, ...database } = await openTestDatabase(t)
    const pending = aVerification()
    await keep({ db, ...database }, pending)
    const conclude = (more: object = {}) =>
      inTransaction(db, (trx) => completePending(trx, pending.id, { ...end, ...more }))
    assert.equal(await conclude(), true)
    const approved = await findVerification(db.reader, pending.id)
    assert.deepEqual(approved, {
      ...pending,
      status: 'approved',
      checks: end.checks,
      resultCode: '0810',
      completedAt: end.completedAt,
    })
    assert.equal(await conclude({ status: 'declined', reasons: ['face_mismatch'] }), false)
    assert.deepEqual(await findVerification(db.reader, pending.id), approved)
  })

  test('two at once: one of them decides', async (t) => {
    const { db, ...database } = await openTestDatabase(t)
    const pending = aVerification()
    await keep({ db, ...database }, pending)
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => inTransaction(db, (trx) => completePending(trx, pending.id, end))),
    )
    assert.deepEqual(outcomes, [true, false, false])
  })
})
