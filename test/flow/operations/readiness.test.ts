// What `/readyz` says of a database that gives no answer or takes no writes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { databaseAddressOf } from '../../../server/db/postgres/database-address.ts'
import { openPostgres } from '../../../server/db/postgres/open-postgres.ts'
import type { Db } from '../../../server/db/transaction.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { createReadiness, type ReadinessCheck } from '../../../server/monitoring/readiness.ts'
import { rotateMaster } from '../../../server/operations/encryption-keys/rotate-master.ts'
import { onPostgres, openTestPostgres } from '../../support/postgres.ts'
import { type RunningAppliance, startForTest } from '../../support/running-appliance.ts'

const busy =
  'The database takes no write within a second. See the log, and svc status for the disk.'
const unread = (name: string) =>
  `Not checked, because the database failed or did not answer in time: ${name}.`

async function failuresOf(
  { appliance }: RunningAppliance,
  db: Partial<Db>,
): Promise<readonly Pick<ReadinessCheck, 'name' | 'advice'>[]> {
  const withDb = {
    ...appliance,
    clock: systemClock,
    db: Object.assign(Object.create(appliance.db), db),
  }
  const checks = await createReadiness(withDb).check()
  return checks.filter(({ ok }) => !ok).map(({ name, advice = '' }) => ({ name, advice }))
}

test('a database that fails or keeps silent is not said to have another schema or master key', async (t) => {
  const running = await startForTest(t, {})
  const { reader } = running.appliance.db
  const notRead = ['schema', 'master_key'].map((name) => ({ name, advice: unread(name) }))
  const failing = { ...reader, selectFrom: () => assert.fail('connection lost') }
  assert.deepEqual(await failuresOf(running, { reader: failing as never }), notRead)
  const silent = () => new Promise<never>(() => {})
  assert.deepEqual(await failuresOf(running, { write: silent }), [
    { name: 'database', advice: busy },
    ...notRead,
  ])
})

test('a source that gives a changed master key slowly is not taken for a database that fails', async (t) => {
  const running = await startForTest(t, {})
  const { appliance } = running
  await rotateMaster(appliance, fromCommandLine, undefined)
  const keyHolder = { ...appliance.keyHolder, refresh: () => new Promise<void>(() => {}) }
  const waiting = { ...running, appliance: { ...appliance, keyHolder } }
  const [failure, ...more] = await failuresOf(waiting, {})
  assert.equal(failure?.name, 'master_key')
  assert.match(failure?.advice ?? '', /its source has not given yet/)
  assert.deepEqual(more, [])
})

test('a database that takes no writes is not ready', onPostgres, async (t) => {
  const running = await startForTest(t, {})
  const { url } = await openTestPostgres(t)
  const options = '-c default_transaction_read_only=on'
  const db = openPostgres({ address: { ...databaseAddressOf(url), options }, connectionsMax: 2 })
  t.after(() => db.close())
  const failures = await failuresOf(running, { reader: db.reader, write: db.write })
  assert.deepEqual(failures[0], { name: 'database', advice: busy })
})
