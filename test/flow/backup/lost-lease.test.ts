// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseFile } from '../../../server/appliance.ts'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { takeLease } from '../../../server/backup/backup-lease-store.ts'
import { readLastRuns } from '../../../server/backup/backup-run-store.ts'
import { leaseMs } from '../../../server/backup/hold-lease.ts'
import { folderTarget } from '../../../server/backup/places/folder-target.ts'
import { listBackups } from '../../../server/backup/places/list-backups.ts'
import { pruneBackups } from '../../../server/backup/prune-backups.ts'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { onSqlite } from '../../support/postgres.ts'
import { type BackupScene, openBackupScene } from '../../support/scenes/backup-scene.ts'

const rules = { keepLast: 1, keepDaily: 0, keepWeekly: 0 }
const order = { by: fromCommandLine, rules, isDryRun: false }
const listed = async ({ store }: BackupScene) => (await listBackups(folderTarget(store))).backups

/** Two backups, of which the rules keep one. */
async function openPruneScene(t: Parameters<typeof openBackupScene>[0]): Promise<BackupScene> {
  const scene = await openBackupScene(t)
  await scene.add('Awa')
  await scene.back()
  scene.clock.advance(1_000)
  await scene.back()
  return scene
}

test(
  'a prune that slept while another process took its lease removes nothing',
  onSqlite,
  async (t) => {
    const scene = await openPruneScene(t)
    const { appliance, clock } = scene
    const { db } = appliance
    let taken: Promise<unknown> | undefined
    const sleep = () => {
      clock.setBack(-leaseMs)
      const lease = { holder: 'another', until: clock.now() + leaseMs }
      taken = inTransaction(db, (trx) => takeLease(trx, lease, clock.now()))
    }
    const reader = new Proxy(db.reader, {
      get(target, name) {
        if (name === 'selectFrom' && taken === undefined) sleep()
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const pruning = pruneBackups({ ...appliance, db: { ...db, reader } }, order)
    await assert.rejects(pruning, { reason: 'already_running' })
    assert.equal((await listed(scene)).length, 2)
    await taken
    const leases = await db.reader.selectFrom('backup_lease').select('holder').execute()
    assert.deepEqual(leases, [{ holder: 'another' }])
  },
)

test(
  'a lease that cannot be given back hides neither a backup nor a prune',
  onSqlite,
  async (t) => {
    const scene = await openPruneScene(t)
    const refuse = openConnection(databaseFile(scene.appliance.config))
    t.after(() => refuse.close())
    refuse.exec(
      "create trigger refuse before delete on backup_lease begin select raise(abort, 'full'); end",
    )
    await pruneBackups(scene.appliance, order)
    assert.equal((await listed(scene)).length, 1)
    scene.clock.advance(leaseMs)
    const { name } = await scene.back()
    assert.ok((await listed(scene)).some((backup) => backup.name === name))
    const kept = scene.logLines.filter((line) => line.includes('backup_lease_kept'))
    assert.equal(kept.length, 2)
    const runs = await readLastRuns(scene.appliance.db.reader, scene.clock.now())
    assert.equal(runs.failures, 0)
  },
)

test(
  'a backup that is whole has not failed where its run cannot be recorded',
  onSqlite,
  async (t) => {
    const scene = await openPruneScene(t)
    const refuse = openConnection(databaseFile(scene.appliance.config))
    t.after(() => refuse.close())
    refuse.exec(
      "create trigger refuse before insert on backup_runs begin select raise(abort, 'full'); end",
    )
    const { name } = await scene.back()
    assert.ok((await listed(scene)).some((backup) => backup.name === name))
    assert.ok(scene.logLines.some((line) => line.includes('backup_run_not_recorded')))
    assert.ok(!scene.logLines.some((line) => line.includes('backup_failed')))
  },
)
