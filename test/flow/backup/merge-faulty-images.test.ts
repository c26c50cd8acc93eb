// Long: writes two hundred packs. test/unit/backup/merge-packs.test.ts merges without any.
// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { mergedAtOnce } from '../../../server/backup/packs/merge-policy.ts'
import { pruneBackups } from '../../../server/backup/prune-backups.ts'
import { alterByte, openBackupScene } from '../../support/scenes/backup-scene.ts'

test('images that were lost or damaged stay in their small packs, and restores have the good copies', async (t) => {
  const scene = await openBackupScene(t)
  const { folder, appliance } = scene
  for (let count = 0; count < 2 * mergedAtOnce; count += 1) await scene.add(`Awa ${count}`)
  const rows = await appliance.db.reader
    .selectFrom('images')
    .select(['id', 'file'])
    .orderBy('id')
    .execute()
  const at = (dataDir: string, file: string) => join(dataDir, 'images', file)
  const here = rows.map(({ file }) => at(scene.dataDir, file))
  const originals = here.map((file) => readFileSync(file))
  // Two images in each.
  const first = await scene.backInThread({ packBytesMax: 2_000 })
  alterByte(String(here[1]), 700)
  truncateSync(String(here[2]), 900)
  copyFileSync(String(here[9]), String(here[5]))
  rmSync(String(here[7]))
  const merging = await scene.backInThread({ packBytesMax: 128_000_000 })
  assert.equal(merging.missingImages, 0)
  assert.equal(merging.newImages, 2 * mergedAtOnce - 8)
  const fault = (index: number, kind: string) => ({ id: rows[index]?.id, fault: kind })
  assert.deepEqual(merging.faultyImages, [
    ...[fault(1, 'damaged'), fault(2, 'damaged')],
    ...[fault(5, 'damaged'), fault(7, 'lost')],
  ])
  await scene.add('Modou')
  const later = await scene.backInThread({ packBytesMax: 128_000_000 })
  const into = join(folder, 'restored')
  const packsOfGood = async ({ name }: { readonly name: string }) => {
    const { manifest } = await scene.restore(`${name}.age`, into)
    const wrong = rows.filter(
      ({ file }, index) => !originals[index]?.equals(readFileSync(at(into, file))),
    )
    assert.deepEqual(wrong, [])
    rmSync(into, { recursive: true })
    return manifest.packs.length
  }
  assert.equal(await packsOfGood(first), mergedAtOnce)
  assert.equal(await packsOfGood(merging), 5)
  const rules = { keepLast: 1, keepDaily: 0, keepWeekly: 0 }
  await pruneBackups(appliance, { by: fromCommandLine, rules, isDryRun: false })
  assert.equal(await packsOfGood(later), 6)
})
