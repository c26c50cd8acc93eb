// SQLite only: the scene's appliance is one that backs itself up.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFaultyImages } from '../../../server/images/storage/find-faulty-images.ts'
import { ImagesUnreachableError } from '../../../server/images/storage/images-unreachable.ts'
import { openBackupScene } from '../../support/scenes/backup-scene.ts'

test('an image is faulty by its bytes, its place and its key, in the order in which it was asked for', async (t) => {
  const { appliance, add } = await openBackupScene(t)
  const { db, files } = appliance
  for (const text of ['Awa', 'Modou', 'Khady', 'Rachid']) await add(text)
  const rows = await db.reader
    .selectFrom('images')
    .select(['id', 'file', 'verification_id'])
    .orderBy('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  assert.deepEqual(await findFaultyImages(appliance, ids), [])
  const [other, refused, keyless] = rows
  const faults = await findFaultyImages(
    {
      ...appliance,
      db,
      files: {
        async read(file, key, boundTo) {
          if (file === refused?.file) throw new ImagesUnreachableError('denied')
          if (file === other?.file) return Buffer.from('another image')
          return files.read(file, key, boundTo)
        },
      },
      keyring: {
        openDataKey(subjectId, wrapped) {
          const isDamaged = subjectId === keyless?.verification_id
          return appliance.keyring.openDataKey(subjectId, isDamaged ? Buffer.alloc(60) : wrapped)
        },
      },
    },
    ['img_none', ...ids],
  )
  assert.deepEqual(faults, [
    { id: 'img_none', fault: 'erased' },
    { id: ids[0], fault: 'damaged' },
    { id: ids[1], fault: 'unread' },
    { id: ids[2], fault: 'damaged' },
  ])
})
