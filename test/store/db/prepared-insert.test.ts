import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prepareInsert, writeParts } from '../../../server/db/prepared-insert.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { toScoreRow } from '../../../server/scoring/score-table.ts'
import { toRow } from '../../../server/verifications/verification-table.ts'
import { openTestDatabase } from '../../support/database.ts'
import { isPostgresLane, onSqlite } from '../../support/postgres.ts'
import { aScore } from '../../support/score.ts'
import { aVerification } from '../../support/verification.ts'

describe('a prepared insert', () => {
  test('writes many rows as it writes one, whatever their values', async (t) => {
    const { db } = await openTestDatabase(t)
    const insert = prepareInsert('data_keys')
    const bytes = [Buffer.alloc(0), Buffer.from([0, 92, 255]), Buffer.from('"\\x00"')]
    const texts = ['', `'"\\{},\n`, 'Aïssatou ✓ 𝄞', 'NULL']
    const rowOf = (subject_id: string, place: number) => ({
      subject_id,
      wrapping_key_id: texts[place % texts.length] ?? '',
      wrapped: bytes[place % bytes.length] ?? Buffer.alloc(0),
      created_at: Number.MAX_SAFE_INTEGER - place,
    })
    const one = rowOf('0', 0)
    const many = Array.from({ length: 12 }, (_, place) => rowOf(String(place + 10), place))
    const written = await inTransaction(db, async (trx) => [
      await insert.writeAll(trx, []),
      await insert.writeAll(trx, [one]),
      await insert.writeAll(trx, many),
    ])
    assert.deepEqual(written, [0, 1, 12])
    const rows = await db.reader.selectFrom('data_keys').selectAll().orderBy('subject_id').execute()
    assert.deepEqual(rows, [one, ...many])
  })

  test('keeps nulls and fractions, and goes with others in one statement', async (t) => {
    const { db } = await openTestDatabase(t)
    const verifications = ['ver_a', 'ver_b'].map((id, place) => {
      const encrypted = { claims: Buffer.from([place]), idNumberIndex: undefined }
      return toRow(aVerification({ id }), { ...encrypted, providerAnswer: Buffer.from(id) })
    })
    const scores = verifications.map(({ id }, place) =>
      toScoreRow(id, aScore({ id: `scr_${place}`, confidence: 0.1 + place * 0.2 })),
    )
    const parts = [
      { together: prepareInsert('scores'), items: scores },
      { together: prepareInsert('verifications'), items: verifications },
    ]
    // Only in one statement a row may come before the one that it refers to.
    const inOrder = isPostgresLane ? parts : parts.toReversed()
    await inTransaction(db, (trx) => writeParts(trx, inOrder))
    const stored = {
      verifications: await db.reader
        .selectFrom('verifications')
        .selectAll()
        .orderBy('id')
        .execute(),
      scores: await db.reader.selectFrom('scores').selectAll().orderBy('id').execute(),
    }
    assert.deepEqual(stored, { verifications, scores })
  })

  test('writes any number of rows, whatever the order of their columns', async (t) => {
    const { db } = await openTestDatabase(t)
    const insert = prepareInsert('live_days')
    const rowOf = (key: number) =>
      key % 3 === 0
        ? { verifications: key, starts_at: 1, api_key_id: String(key) }
        : { api_key_id: String(key), starts_at: 1, verifications: key }
    const written: number[] = []
    let from = 100
    for (const count of [15, 16, 17, 33, 64]) {
      const rows = Array.from({ length: count }, (_, place) => rowOf(from + place))
      written.push(await inTransaction(db, (trx) => insert.writeAll(trx, rows)))
      from += count
    }
    assert.deepEqual(written, [15, 16, 17, 33, 64])
    const stored = await db.reader
      .selectFrom('live_days')
      .select(['api_key_id', 'verifications'])
      .orderBy('verifications')
      .execute()
    assert.deepEqual(
      stored.map(({ api_key_id: key, verifications }) => [key, verifications]),
      Array.from({ length: 145 }, (_, place) => [String(100 + place), 100 + place]),
    )
  })

  test('refuses rows of which one lacks a value', onSqlite, async (t) => {
    const { db } = await openTestDatabase(t)
    const insert = prepareInsert('webhook_attempts')
    const row = { number: 1, started_at: 1, duration_ms: 1, status: 204, error: null }
    const rows = Array.from({ length: 16 }, (_, place) => ({ delivery_id: String(place), ...row }))
    const last = { ...rows[15], status: undefined }
    await assert.rejects(
      inTransaction(db, (trx) => insert.writeAll(trx, [...rows.slice(0, 15), last as never])),
      /a value for each item/,
    )
  })

  test('counts the rows that a conflict has left out', async (t) => {
    const { db } = await openTestDatabase(t)
    const insert = prepareInsert('live_days', (query) =>
      query.onConflict((conflict) => conflict.doNothing()),
    )
    const rowOf = (api_key_id: string) => ({ api_key_id, starts_at: 0, verifications: 1 })
    const written = await inTransaction(db, async (trx) => [
      await insert.writeAll(trx, ['a', 'b', 'a'].map(rowOf)),
      await insert.writeAll(trx, ['b', 'c'].map(rowOf)),
    ])
    const many = (length: number) => Array.from({ length }, (_, place) => rowOf(`many ${place}`))
    written.push(await inTransaction(db, (trx) => insert.writeAll(trx, many(20))))
    written.push(await inTransaction(db, (trx) => insert.writeAll(trx, many(34))))
    assert.deepEqual(written, [2, 1, 20, 14])
  })
})
