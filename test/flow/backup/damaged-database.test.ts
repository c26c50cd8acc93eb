// Slow: makes many backups. restore-command.test.ts makes one in the fast lane.
// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { test } from 'node:test'
import { databaseFile } from '../../../server/appliance.ts'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { createBackup } from '../../../server/backup/create-backup.ts'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { backUpHere } from '../../support/scenes/backup-here.ts'
import { type BackupScene, openBackupScene } from '../../support/scenes/backup-scene.ts'

/** Takes a verification away behind its images. */
async function damage({ add, appliance }: BackupScene): Promise<void> {
  for (const name of ['Awa', 'Modou']) await add(name)
  const connection = openConnection(databaseFile(appliance.config))
  connection.pragma('foreign_keys = off')
  connection.exec('delete from verifications where id = (select min(id) from verifications)')
  connection.close()
}

test('a damaged database is not backed up; only packs of images stay', async (t) => {
  const scene = await openBackupScene(t)
  await damage(scene)
  for (const back of [scene.back, scene.backInThread]) {
    await assert.rejects(back(), { reason: 'database_damaged' })
    const left = readdirSync(scene.store)
    assert.deepEqual(left.toSorted(), ['installation.json', 'packs'])
    assert.ok(!readdirSync(scene.dataDir).includes('backup-work'))
  }
})

test('a place that fails does not hide that the database is damaged', async (t) => {
  const scene = await openBackupScene(t)
  await damage(scene)
  const failing = createBackup(scene.appliance, {
    by: fromCommandLine,
    cause: 'command',
    signal: new AbortController().signal,
    run: (work, watch) =>
      backUpHere(work, {
        ...watch,
        onSamples: async () => rmSync(scene.store, { recursive: true }),
      }),
  })
  await assert.rejects(failing, { reason: 'database_damaged' })
})

test('a backup that is interrupted ends its threads, and leaves nothing behind', async (t) => {
  const scene = await openBackupScene(t)
  await scene.add('Awa')
  const stop = new AbortController()
  const stopped = scene.backInThread({ signal: stop.signal, onProgress: () => stop.abort() })
  await assert.rejects(stopped, { reason: 'interrupted' })
  assert.ok(!readdirSync(scene.dataDir).includes('backup-work'))
  assert.deepEqual(
    readdirSync(scene.store).filter((name) => name.startsWith('svc-')),
    [],
  )
  assert.equal((await scene.backInThread()).images, 1)
})
