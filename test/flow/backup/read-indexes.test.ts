// Slow: makes backups. restore-command.test.ts makes one in the fast lane.
// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { folderTarget } from '../../../server/backup/places/folder-target.ts'
import { listBackups } from '../../../server/backup/places/list-backups.ts'
import { pruneBackups } from '../../../server/backup/prune-backups.ts'
import { openBackupScene } from '../../support/scenes/backup-scene.ts'

const quarterMs = 15 * 60_000

test('the indexes are read in a thread, because each may name very many packs, and each pack is kept once', async (t) => {
  const scene = await openBackupScene(t)
  await scene.add('Awa')
  for (const _ of [1, 2]) {
    await scene.back()
    scene.clock.advance(quarterMs)
  }
  const [one, other] = (await listBackups(folderTarget(scene.store))).backups
  assert.ok(one?.index.packs[0])
  assert.equal(one.index.packs[0], other?.index.packs[0])

  const { mock } = t.mock.method(JSON, 'parse')
  const readHere = () => mock.calls.filter(({ arguments: [text] }) => /"packs":\s*\[/.test(text))
  const rules = { keepLast: 1, keepDaily: 0, keepWeekly: 0 }
  const order = { by: fromCommandLine, rules, isDryRun: true }
  assert.equal((await pruneBackups(scene.appliance, order)).removed.length, 1)
  renameSync(join(scene.store, 'installation.json'), join(scene.folder, 'marker'))
  await assert.rejects(pruneBackups(scene.appliance, order), { reason: 'place_unmarked' })
  assert.equal(readHere().length, 0)
  await listBackups(folderTarget(scene.store))
  assert.equal(readHere().length, 2)
})
