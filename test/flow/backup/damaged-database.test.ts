// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { databaseFile } from '../../../server/appliance.ts'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { openBackupScene } from '../../support/backup-scene.ts'

test('a damaged database is not backed up, and nothing of it stays at the place', async (t) => {
  const scene = await openBackupScene(t)
  for (const name of ['Awa', 'Modou']) await scene.add(name)
  const connection = openConnection(databaseFile(scene.appliance.config))
  connection.pragma('foreign_keys = off')
  connection.exec('delete from verifications where id = (select min(id) from verifications)')
  connection.close()
  for (const back of [scene.back, scene.backInThread]) {
    await assert.rejects(back(), { reason: 'database_damaged' })
    assert.deepEqual(
      readdirSync(scene.store).filter((name) => name.startsWith('svc-')),
      [],
    )
    assert.ok(!readdirSync(scene.dataDir).includes('backup-work'))
  }
})
