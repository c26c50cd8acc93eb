import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { applyMigrations } from '../../../server/db/migrate.ts'
import { migrations } from '../../../server/db/migrations/index.ts'
import { openDb } from '../../../server/db/open-db.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const columns = `id, environment, status, country, id_type, api_key_id, claims, reasons, checks,
  findings, created_at, scoring`

test('what was there before is found by its reasons and its band', async (t) => {
  const db = openDb(join(tempFolder(t), 'svc.db'))
  t.after(() => db.close())
  await applyMigrations(
    db,
    migrations.filter(({ version }) => version < 8),
    0,
  )
  const rows = [
    ['ver_1', 'live', '["name_mismatch","face_mismatch"]', 120],
    ['ver_2', 'live', '["name_mismatch"]', 300],
    ['ver_3', 'sandbox', '[]', 1000],
    ['ver_4', 'live', '[]', undefined],
  ] as const
  for (const [id, environment, reasons, score] of rows) {
    db.raw
      .prepare(
        `insert into verifications (${columns}) values (?, ?, 'declined', 'SN', 'passport', 'key', x'00', ?, '[]', '[]', 0, 'attached')`,
      )
      .run(id, environment, reasons)
    if (score === undefined) continue
    db.raw
      .prepare(`insert into scores values (?, ?, ?, 0.5, 'm', '[]', '[]', null, 0)`)
      .run(id, `scr_${id}`, score)
  }
  await applyMigrations(
    db,
    migrations.filter(({ version }) => version === 8),
    0,
  )
  const marks = await db.reader.selectFrom('verification_marks').selectAll().execute()
  const told = marks.map((one) => `${one.verification_id} ${one.environment} ${one.mark}`)
  assert.deepEqual(told.toSorted(), [
    'ver_1 live band:low',
    'ver_1 live reason:face_mismatch',
    'ver_1 live reason:name_mismatch',
    'ver_2 live band:medium',
    'ver_2 live reason:name_mismatch',
    'ver_3 sandbox band:premium',
  ])
})
