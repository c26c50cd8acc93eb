// Long: starts a store and writes two hundred packs. test/unit/backup/merge-packs.test.ts merges without any.
// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { mergedAtOnce } from '../../../server/backup/packs/merge-policy.ts'
import { type RunBackup, runBackupThread } from '../../../server/backup/run-thread.ts'
import { imageSettingsOf, startS3 } from '../../support/images/images-in-s3.ts'
import { openBackupScene } from '../../support/scenes/backup-scene.ts'

test('images that their bucket has lost, damaged or denied stay in their small packs', async (t) => {
  const s3 = await startS3()
  t.after(() => s3.remove())
  const scene = await openBackupScene(t, imageSettingsOf(s3, 'merged'))
  const { files, db } = scene.appliance
  for (let count = 0; count < mergedAtOnce + 3; count += 1) await scene.add(`Awa ${count}`)
  const rows = await db.reader
    .selectFrom('images')
    .select(['id', 'file'])
    .orderBy('id')
    .limit(4)
    .execute()
  const [lost = '', damaged = '', denied = '', sound = ''] = rows.map(({ file }) => file)
  const originals = await Promise.all(rows.map(({ file }) => files.readEncrypted(file)))
  await scene.backInThread({ packBytesMax: 1 })
  const day = join(s3.folder, 'merged', dirname(lost))
  const partsOfLost = readdirSync(day).filter((name) => name.startsWith(basename(lost)))
  for (const name of partsOfLost) rmSync(join(day, name))
  const altered = Buffer.from(originals[1] ?? [])
  altered[700] = (altered[700] ?? 0) ^ 1
  await files.placeEncrypted(damaged, altered)
  const deniedId = basename(denied)
  const denying: RunBackup = (work, watch) =>
    runBackupThread(work, {
      ...watch,
      async onCheck(ids) {
        const faulty = await watch.onCheck(ids)
        return ids.includes(deniedId) ? [...faulty, { id: deniedId, fault: 'unread' }] : faulty
      },
    })
  const merging = await scene.backInThread({ packBytesMax: 128_000_000, run: denying })
  assert.deepEqual([merging.missingImages, merging.newImages], [0, mergedAtOnce])
  assert.deepEqual(merging.faultyImages, [
    { id: rows[0]?.id, fault: 'lost' },
    { id: rows[1]?.id, fault: 'damaged' },
  ])
  const into = join(scene.folder, 'restored')
  const restored = await scene.restore(`${merging.name}.age`, into)
  assert.equal(restored.images, mergedAtOnce + 3)
  for (const [index, file] of [lost, damaged, denied, sound].entries()) {
    assert.ok(originals[index]?.equals(readFileSync(join(into, 'images', file))), file)
  }
})
