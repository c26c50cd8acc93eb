// Slow: opens two appliances on each engine with the product’s own password hashing.
//
// A kept installation of schema version 1 is opened by this release, which upgrades it, and every part of it is read:
// whoever has installed a release keeps their data.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { verifyChain } from '../../../server/audit/verify-chain.ts'
import { loadConfig } from '../../../server/config.ts'
import { listAppliedMigrations } from '../../../server/db/migration-view.ts'
import { migrations } from '../../../server/db/migrations/index.ts'
import { verifyEncryption } from '../../../server/operations/encryption-keys/verify-encryption.ts'
import { call } from '../../support/api-client.ts'
import { openConsole } from '../../support/console-client.ts'
import {
  keptAuditor,
  keptLiveKey,
  keptStatements,
  keptUntil,
  keptVerificationId,
  placeKept,
} from '../../support/kept/kept-version-1.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { isPostgresLane, onPostgres, restoreForFolder } from '../../support/postgres.ts'
import { startForTest } from '../../support/running-appliance.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** Values that are encrypted in it, by table, each of which is decrypted. */
const keptCounts = {
  verifications: 86,
  zone_readings: 1,
  face_comparisons: 1,
  late_results: 1,
  review_entries: 6,
  events: 30,
  idempotency: 4,
  webhooks: 2,
  users: 1,
  sessions: 1,
  approvals: 1,
  certificate_keys: 1,
  data_keys: 43,
  id_number_index: 43,
  name_index: 43,
  images: 1,
}

const engines = [
  { name: 'SQLite', isOnPostgres: false, options: { skip: isPostgresLane } },
  { name: 'PostgreSQL', isOnPostgres: true, options: onPostgres },
]

for (const { name, isOnPostgres, options } of engines) {
  describe(`the kept installation of version 1 on ${name}`, options, () => {
    test('is upgraded, and all that is encrypted in it is read', async (t) => {
      const { appliance } = await openKept(t, isOnPostgres)
      const [newest] = await listAppliedMigrations(appliance.db.reader)
      assert.equal(newest?.version, migrations.at(-1)?.version)
      const { faults, checked, purposeKeys } = await verifyEncryption(appliance, {
        sample: undefined,
      })
      assert.deepEqual(
        faults.filter(({ kind }) => kind !== 'missing_file'),
        [],
      )
      assert.partialDeepStrictEqual(checked, keptCounts)
      assert.equal(purposeKeys, 14)
      const { isIntact, entries } = await verifyChain(appliance)
      assert.ok(isIntact && entries >= 182, `${entries} entries`)
    })

    test('answers with its verifications and usage, to its keys and users', async (t) => {
      const { url, server } = await openKept(t, isOnPostgres)
      const asked = { key: keptLiveKey }
      const listed = await call(`${url}/kyc/verifications?limit=100`, asked)
      const items = listed.data.items as readonly Record<string, unknown>[]
      assert.equal(items.length, 30)
      const detail = await call(`${url}/kyc/verifications/${keptVerificationId}`, asked)
      assert.equal(detail.status, 200, detail.text)
      const usage = await call(`${url}/usage?limit=100`, asked)
      assert.equal((usage.data.items as readonly unknown[]).length, 47)

      const client = openConsole(server)
      assert.equal((await client.signIn(keptAuditor.email, keptAuditor.password)).status, 200)
    })
  })
}

/** Nothing goes out from it: it is a restored backup. */
async function openKept(t: TestContext, isOnPostgres: boolean) {
  const dataDir = join(tempFolder(t), 'kept')
  const settings = placeKept(dataDir)
  const { config } = loadConfig({ profile: 'demo', env: { SVC_DATA_DIR: dataDir } })
  if (isOnPostgres) await restoreForFolder(config.dataDir, keptStatements())
  const clock = new ManualClock(keptUntil)
  return startForTest(t, {
    settings,
    clock,
    isOnPostgres,
    withoutProvider: true,
    realPasswords: true,
  })
}
