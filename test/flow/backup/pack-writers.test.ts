import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createIdentity } from '../../../server/backup/age-keys.ts'
import { folderTarget } from '../../../server/backup/folder-target.ts'
import { openPackThreads } from '../../../server/backup/pack-threads.ts'
import { openPackWriters } from '../../../server/backup/pack-writers.ts'
import { tempFolder } from '../../support/temp-folder.ts'

async function openScene(t: TestContext) {
  const folder = tempFolder(t)
  const [images, store] = [join(folder, 'images'), join(folder, 'store')]
  for (const made of [images, store]) mkdirSync(made)
  const target = folderTarget(store)
  const work = {
    place: target.place,
    instanceId: 'ins',
    recipients: [(await createIdentity()).recipient],
    images: { kind: 'folder', folder: images },
  } as const
  /** A group of one image. */
  const group = (id: string) => {
    writeFileSync(join(images, id), id)
    return [{ id, file: id, bytes: id.length }]
  }
  return { store, target, work, group }
}

test('writers that are closed while a group is handed over refuse it, and wait for nothing', async (t) => {
  const { target, work, group } = await openScene(t)
  const writers = openPackWriters(work, target)
  await writers.add(group('img_1'))
  const adding = writers.add(group('img_2'))
  const closing = writers.close()
  await assert.rejects(adding, { reason: 'failed' })
  await closing
})

test('on two processors one thread alone writes packs until others have done their work', async (t) => {
  const { store, target, work, group } = await openScene(t)
  const threads = openPackThreads(work, 2)
  const writers = openPackWriters(work, target, threads)
  t.after(() => writers.close())
  const others = Promise.withResolvers<void>()
  threads.start()
  threads.leaveProcessor(others.promise)
  const packs = () => readdirSync(join(store, 'packs')).filter((name) => name.endsWith('.json'))
  await writers.add(group('img_1'))
  await writers.add(group('img_2'))
  assert.ok(packs().length >= 1, 'the second is handed over once the first is written')
  const waiting = writers.add(group('img_3'))
  others.resolve()
  await waiting
  assert.equal((await writers.finish()).length, 3)
})
