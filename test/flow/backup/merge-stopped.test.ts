// Long: writes two hundred packs. test/unit/backup/merge-packs.test.ts merges without any.
// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { mergedAtOnce } from '../../../server/backup/packs/merge-policy.ts'
import { pruneBackups } from '../../../server/backup/prune-backups.ts'
import { type RunBackup, runBackupThread } from '../../../server/backup/run-thread.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { deleteImagesOf } from '../../../server/images/storage/image-store.ts'
import { openBackupScene } from '../../support/scenes/backup-scene.ts'

test('a merge that is stopped costs nothing; the next goes on, beside an erasure', async (t) => {
  const scene = await openBackupScene(t)
  const { appliance, folder, store } = scene
  for (let count = 0; count < mergedAtOnce; count += 1) await scene.add(`Awa ${count}`)
  const last = await scene.add('Khady')
  const packs = () => readdirSync(join(store, 'packs')).filter((name) => name.endsWith('.age'))
  const first = await scene.backInThread({ packBytesMax: 1 })
  const stop = new AbortController()
  let checks = 0
  const stopping: RunBackup = (work, watch) =>
    runBackupThread(work, {
      ...watch,
      async onCheck(ids) {
        checks += 1
        if (checks === 5) stop.abort()
        return watch.onCheck(ids)
      },
    })
  // Some twenty small packs become one.
  const packBytesMax = 80_000
  const stopped = scene.backInThread({ packBytesMax, run: stopping, signal: stop.signal })
  await assert.rejects(stopped, { reason: 'interrupted' })
  assert.ok(packs().length > mergedAtOnce + 1, 'some were merged by then')

  const erasing: RunBackup = (work, watch) =>
    runBackupThread(work, {
      ...watch,
      async onCheck(ids) {
        await inTransaction(appliance.db, (trx) => deleteImagesOf(trx, last))
        return watch.onCheck(ids)
      },
    })
  for (let count = 0; count < mergedAtOnce; count += 1) await scene.add(`Modou ${count}`)
  await scene.backInThread({ packBytesMax: 1 })
  scene.clock.advance(60_000)
  const merging = await scene.backInThread({ packBytesMax, run: erasing })
  assert.deepEqual([merging.missingImages, merging.faultyImages], [0, []])
  const into = join(folder, 'restored')
  const restored = async ({ name }: { readonly name: string }) => {
    const { images, manifest } = await scene.restore(`${name}.age`, into)
    rmSync(into, { recursive: true })
    return { images, packs: manifest.packs.length }
  }
  const { images, packs: needed } = await restored(merging)
  assert.equal(images, 2 * mergedAtOnce + 1)
  assert.ok(needed < mergedAtOnce / 2, `${needed} packs`)
  assert.equal((await restored(first)).images, mergedAtOnce + 1)
  scene.clock.advance(60_000)
  const later = await scene.backInThread({ packBytesMax })
  const rules = { keepLast: 1, keepDaily: 0, keepWeekly: 0 }
  await pruneBackups(appliance, { by: fromCommandLine, rules, isDryRun: false })
  const { images: left, packs: stay } = await restored(later)
  assert.equal(left, 2 * mergedAtOnce)
  assert.equal(packs().length, stay)
})
