import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeEnvelope } from '../../../server/backup/envelope/age-envelope.ts'
import { createIdentity } from '../../../server/backup/envelope/age-keys.ts'
import { openPackThreads, packThreadsMax } from '../../../server/backup/packs/pack-threads.ts'
import { openPackWriters } from '../../../server/backup/packs/pack-writers.ts'
import { folderTarget } from '../../../server/backup/places/folder-target.ts'
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
  return { target, work, group }
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

test('on two processors one thread alone writes packs until others have done their work', {
  skip: packThreadsMax === 1 && 'there is only one thread',
}, async (t) => {
  const { work, group } = await openScene(t)
  const threads = openPackThreads(work, 2)
  t.after(() => threads.close())
  const others = Promise.withResolvers<void>()
  threads.start()
  threads.leaveProcessor(others.promise)
  const orderOf = async (id: string) => ({
    group: group(id),
    isWhole: false,
    envelope: await makeEnvelope(work.recipients),
  })
  const [first, second] = [await orderOf('img_1'), await orderOf('img_2')]
  const one = await threads.free()
  const packs = [one.write(first)]
  assert.equal(await threads.free(), one, 'it is given the next once it has written the first')
  packs.push(one.write(second))
  const waiting = threads.free()
  others.resolve()
  assert.notEqual(await waiting, one, 'another is free while it writes')
  assert.equal((await Promise.all(packs)).length, 2)
})
