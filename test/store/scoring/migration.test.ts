import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applyMigrations, readExpectedSchema } from '../../../server/db/migrate.ts'
import { migrations } from '../../../server/db/migrations/index.ts'
import { openEmpty } from '../db/migration-steps.ts'

/** Flags as they were kept before, and the state that they come to. */
const rows: readonly (readonly [status: string, asked: 0 | 1, skipped: 0 | 1, state: string])[] = [
  ['approved', 0, 0, 'not_requested'],
  ['error', 0, 0, 'not_requested'],
  ['pending', 1, 1, 'requested'],
  ['error', 1, 1, 'requested'],
  ['approved', 1, 1, 'skipped'],
  ['declined', 1, 1, 'skipped'],
]

describe('the migration to scores', () => {
  test('turns two flags into one state and touches nothing else', async (t) => {
    const { db } = openEmpty(t)
    await applyMigrations(db, migrations.slice(0, 2), 0)
    const columns =
      'id, status, score_requested, scoring_skipped, environment, country, id_type, api_key_id, claims, reasons, checks, findings, created_at'
    for (const [index, [status, asked, skipped]] of rows.entries()) {
      db.raw
        .prepare(`insert into verifications (${columns}) values (?, ?, ?, ?, ${fixed})`)
        .run(`ver_${index}`, status, asked, skipped)
    }
    await applyMigrations(db, migrations.slice(2), 0)
    const kept = db.raw.prepare('select status, scoring, result_code from verifications').all()
    assert.deepEqual(
      kept,
      rows.map(([status, , , scoring]) => ({ status, scoring, result_code: null })),
    )
    assert.match(readExpectedSchema(), /CREATE TABLE "scores"/)
    assert.doesNotMatch(readExpectedSchema(), /"score_requested"|"scoring_skipped"/)
  })
})

const fixed = `'live', 'SN', 'passport', 'key_1', x'00', '[]', '[]', '[]', 5`
