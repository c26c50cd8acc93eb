// The image files in a folder that two nodes share, and what happens while it is away.

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { encryptionKey } from '../../../server/crypto/encrypt.ts'
import { storageTroubleOf } from '../../../server/db/storage-trouble.ts'
import { type ImageFiles, imageFiles } from '../../../server/images/storage/image-files.ts'
import { sharedImageFiles } from '../../../server/images/storage/shared-image-files.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const dataKey = encryptionKey(Buffer.alloc(32, 3))
const file = '2026-11-23/img_01'

async function openShare(t: TestContext) {
  const folder = tempFolder(t)
  const imagesDir = join(folder, 'share')
  mkdirSync(imagesDir)
  writeFileSync(join(imagesDir, '.svc-images'), '')
  const nodes = ['one', 'two'].map((name) =>
    sharedImageFiles(imageFiles(join(folder, name), `node_${name}`, imagesDir), imagesDir),
  ) as [ImageFiles, ImageFiles]
  for (const node of nodes) await node.prepare()
  return { imagesDir, away: `${imagesDir}.away`, one: nodes[0], two: nodes[1] }
}

async function stage(files: ImageFiles) {
  const sink = files.openSink(dataKey, 'front')
  await sink.write(Buffer.from('an image'))
  return sink.finish()
}

async function listed(files: ImageFiles): Promise<readonly string[]> {
  const all: string[] = []
  for await (const some of files.list()) all.push(...some)
  return all
}

const isAway = (error: unknown) => storageTroubleOf(error) === 'unreachable'

describe('images in a shared folder', () => {
  test('of one node are read and listed by the other, without staging and the marker', async (t) => {
    const { one, two } = await openShare(t)
    await stage(two)
    await one.place([{ staged: await stage(one), file }])
    assert.equal((await two.read(file, dataKey, 'front')).toString(), 'an image')
    assert.deepEqual(await listed(two), [file])
    await two.remove([file])
    assert.deepEqual(await listed(one), [])
  })

  test('that are deleted while somebody reads them are not listed by what NFS keeps of them', async (t) => {
    const { one, imagesDir } = await openShare(t)
    await one.place([{ staged: await stage(one), file }])
    writeFileSync(join(imagesDir, '2026-11-23', '.nfs00000000000000010000'), 'an image')
    assert.deepEqual(await listed(one), [file])
  })

  test('are read again until they appear', async (t) => {
    const { one, two } = await openShare(t)
    const staged = await stage(one)
    const reading = two.read(file, dataKey, 'front')
    await one.place([{ staged, file }])
    assert.equal((await reading).toString(), 'an image')
  })

  test('are not read again when their server does not answer, which takes its own time', async (t) => {
    const imagesDir = tempFolder(t)
    let reads = 0
    const silent = sharedImageFiles(
      {
        ...imageFiles(imagesDir, 'node_one', imagesDir),
        read: () => {
          reads += 1
          return Promise.reject(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' }))
        },
      },
      imagesDir,
    )
    await assert.rejects(silent.read(file, dataKey, 'front'), isAway)
    assert.equal(reads, 1)
  })

  test('are missing, not away, where only the file is gone', async (t) => {
    const { one } = await openShare(t)
    await assert.rejects(one.read(file, dataKey, 'front'), { code: 'ENOENT' })
  })

  test('are refused as unreachable while the share is away, and nothing is written in its place', async (t) => {
    const { imagesDir, away, one } = await openShare(t)
    const staged = await stage(one)
    renameSync(imagesDir, away)
    // What an unmounted folder looks like.
    mkdirSync(imagesDir)
    await assert.rejects(stage(one), isAway)
    await assert.rejects(one.place([{ staged, file }]), isAway)
    await assert.rejects(one.read(file, dataKey, 'front'), isAway)
    await assert.rejects(one.remove([file]), isAway)
    await assert.rejects(one.prepare(), /is not mounted|has no file \.svc-images/)
    assert.deepEqual(readdirSync(imagesDir), [])

    renameSync(imagesDir, `${imagesDir}.empty`)
    renameSync(away, imagesDir)
    await one.place([{ staged, file }])
    assert.ok(existsSync(join(imagesDir, file)))
  })
})
