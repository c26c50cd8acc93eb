import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyMigrations } from '../../../server/db/migrate.ts'
import { migrations } from '../../../server/db/migrations/index.ts'
import { openEmpty } from '../db/migration-steps.ts'

test('deliveries that were there before learn the kind of their event', async (t) => {
  const { db } = openEmpty(t)
  const from = migrations.findIndex(({ name }) => name === 'delivery-event-type')
  await applyMigrations(db, migrations.slice(0, from), 0)
  db.raw.exec(`
    insert into webhooks values ('wh_1', 'live', 'https://a.example', '[]', null, 1, 'auto', x'01', null, null, 1, null, 5, null);
    insert into events values ('evt_1', 'live', 'verification.failed', 'ver_1', 'subject', null, 5);
    insert into events values ('evt_2', 'live', 'webhook.test', 'wh_1', 'appliance', x'02', 5);
    insert into webhook_deliveries values ('dlv_1', 'evt_1', 'wh_1', 'failed', 'retry', 5, 5, 5, 1, 503, 'bad_status', 5, 9);
    insert into webhook_deliveries values ('dlv_2', 'evt_2', 'wh_1', 'pending', 'first', 5, 0, 0, 0, null, null, 5, null);
  `)
  await applyMigrations(db, migrations.slice(from), 0)
  const rows = db.raw.prepare('select id, state, attempts, event_type from webhook_deliveries')
  assert.deepEqual(rows.all(), [
    { id: 'dlv_1', state: 'failed', attempts: 5, event_type: 'verification.failed' },
    { id: 'dlv_2', state: 'pending', attempts: 0, event_type: 'webhook.test' },
  ])
  assert.throws(() => db.raw.exec('update webhook_deliveries set event_type = null'), /NOT NULL/)
})
