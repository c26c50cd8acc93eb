// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { databaseFile } from '../../../server/appliance.ts'
import { parsePackIndex } from '../../../server/backup/backup-format.ts'
import {
  backupPlaceOf,
  imagesSourceOf,
  recipientsOf,
} from '../../../server/backup/backup-settings.ts'
import { openPacking } from '../../../server/backup/packs/write-packs.ts'
import { folderTarget } from '../../../server/backup/places/folder-target.ts'
import { copyDatabase, openCopy } from '../../../server/db/sqlite/database-copy.ts'
import { openBackupScene } from '../../support/scenes/backup-scene.ts'

test('images that come while the others are packed are packed later, and each once', async (t) => {
  const scene = await openBackupScene(t)
  const { appliance, folder, store } = scene
  const from = databaseFile(appliance.config)
  const workFolder = join(folder, 'work')
  mkdirSync(workFolder)
  for (const name of ['Awa', 'Modou', 'Khady']) await scene.add(name, 3_000)
  const work = {
    databaseFile: from,
    images: imagesSourceOf(appliance),
    workFolder,
    cacheFolder: undefined,
    place: backupPlaceOf(appliance, undefined),
    user: { instanceId: 'ins', copyId: 'cpy', restored: undefined, takesPlace: false },
    recipients: recipientsOf(appliance),
    appVersion: '1.2.3',
    startedAtMs: scene.clock.now(),
    token: 'abcdef',
    packBytesMax: 4_000,
    copyThreadBytesMin: 0,
  }
  const packing = await openPacking(work, folderTarget(store))
  t.after(() => packing.close())
  const progress: number[] = []
  const report = ({ done }: { readonly done: number }) => progress.push(done)
  await packing.packPresent(report, Promise.resolve())
  assert.equal(progress.at(-1), 3)
  await scene.add('Rachid', 3_000)

  const file = join(workFolder, 'svc.db')
  copyDatabase(from, file)
  const copy = openCopy(file)
  t.after(() => copy.close())
  const packed = await packing.pack({
    copy,
    facts: copy.readFacts(),
    report,
    check: async () => [],
  })
  assert.deepEqual([packed.images, packed.newImages, packed.missing], [4, 4, 0])
  const ids = packed.packs.flatMap(({ name }) => {
    const text = readFileSync(join(store, name.replace(/\.age$/, '.json')), 'utf8')
    return parsePackIndex(text)?.images ?? []
  })
  assert.deepEqual(
    ids.toSorted(),
    [...copy.images()].map(({ id }) => id),
  )
})
