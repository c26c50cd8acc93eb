// Long: tries twelve times to reach a store, with patience.
// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { backUpWhenDue } from '../../../server/backup/back-up-when-due.ts'
import { readLastRuns } from '../../../server/backup/backup-run-store.ts'
import { createBackup } from '../../../server/backup/create-backup.ts'
import { readBackupStatus } from '../../../server/backup/read-backup-status.ts'
import { openBackupScene } from '../../support/scenes/backup-scene.ts'
import { backupSettingsIn, openS3Server, type S3Server } from '../../support/servers/s3-server.ts'

let s3: S3Server
before(async () => {
  s3 = await openS3Server()
  await s3.start()
})
after(() => s3.remove())

const signal = new AbortController().signal
const minuteMs = 60_000

test('a store away for a day: tried again and told, nothing piles up, and then all is caught up', async (t) => {
  const scene = await openBackupScene(t, backupSettingsIn(s3, 'day'))
  await scene.add('Awa')
  assert.equal(await backUpWhenDue(scene.appliance, signal), 1)
  const started = scene.clock.now()
  await s3.stop()
  await scene.add('Modou')
  const { reader } = scene.appliance.db
  const status = () =>
    readBackupStatus(reader, scene.appliance.config, { since: started, nowMs: scene.clock.now() })
  // The schedule looks every minute; the test looks when it would do something.
  for (let quarter = 0; quarter < 96; quarter += 8) {
    scene.clock.advance(8 * 15 * minuteMs)
    assert.equal(await backUpWhenDue(scene.appliance, signal), 0)
    assert.equal((await status()).state, 'overdue')
    assert.ok(!readdirSync(scene.dataDir).includes('backup-work'), 'no copy is left')
  }
  const runs = await readLastRuns(reader, scene.clock.now())
  assert.deepEqual([runs.failures, runs.lastFailure?.reason], [12, 'target_unreachable'])
  const told = scene.logLines.filter((line) => line.includes('"event":"backup_failed"'))
  assert.equal(told.length, 12)
  const audited = await reader
    .selectFrom('audit_entries')
    .select('id')
    .where('action', '=', 'backup.failed')
    .execute()
  assert.equal(audited.length, 1, 'the audit log has the first of a row')
  await s3.start()
  scene.clock.advance(15 * minuteMs)
  assert.equal(await backUpWhenDue(scene.appliance, signal), 1)
  assert.deepEqual([(await status()).state, (await status()).failures], ['well', 0])
  const last = await createBackup(scene.appliance, {
    by: fromCommandLine,
    cause: 'command',
    signal,
  })
  assert.deepEqual([last.images, last.newImages], [2, 0])
})
