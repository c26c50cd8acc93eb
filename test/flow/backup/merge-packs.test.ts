// Long: writes two hundred packs. test/unit/backup/merge-packs.test.ts merges without any.
// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { createBackup } from '../../../server/backup/create-backup.ts'
import { createIdentity } from '../../../server/backup/envelope/age-keys.ts'
import { mergedAtOnce } from '../../../server/backup/packs/merge-policy.ts'
import { openBackupScene } from '../../support/scenes/backup-scene.ts'

test('many small packs become one, of which the next backup makes use; older backups keep theirs', async (t) => {
  const scene = await openBackupScene(t)
  const { folder, store } = scene
  for (let count = 0; count < mergedAtOnce; count += 1) await scene.add(`Awa ${count}`)
  const [gone] = await scene.appliance.db.reader
    .selectFrom('images')
    .select('file')
    .orderBy('id')
    .limit(1)
    .execute()
  const packs = () => readdirSync(join(store, 'packs')).filter((name) => name.endsWith('.age'))
  const first = await scene.backInThread({ packBytesMax: 1 })
  assert.equal(packs().length, mergedAtOnce)
  // The folder of the images has lost it, and a small pack holds it.
  rmSync(join(scene.dataDir, 'images', String(gone?.file)))
  // Packs for earlier recipients are neither merged nor used, whatever they alone have.
  const { recipient } = await createIdentity()
  const { appliance } = scene
  const config = { ...appliance.config, backupRecipient: recipient }
  const changed = await createBackup(
    { ...appliance, config },
    { by: fromCommandLine, cause: 'command', signal: new AbortController().signal },
  )
  assert.deepEqual([changed.newImages, changed.missingImages], [mergedAtOnce - 1, 1])
  assert.equal(packs().length, mergedAtOnce + 1)
  const second = await scene.backInThread({ packBytesMax: 128_000_000 })
  assert.deepEqual([second.newImages, packs().length], [mergedAtOnce - 1, mergedAtOnce + 2])
  assert.equal(second.missingImages, 0)
  await scene.add('Modou')
  const third = await scene.backInThread({ packBytesMax: 128_000_000 })
  assert.deepEqual([third.newImages, packs().length], [1, mergedAtOnce + 3])
  const into = join(folder, 'restored')
  const restored = async ({ name }: { readonly name: string }) => {
    const { images, manifest } = await scene.restore(`${name}.age`, into)
    rmSync(into, { recursive: true })
    return [images, manifest.packs.length]
  }
  assert.deepEqual(await restored(first), [mergedAtOnce, mergedAtOnce])
  assert.deepEqual(await restored(second), [mergedAtOnce, 2])
  assert.deepEqual(await restored(third), [mergedAtOnce + 1, 3])
})
