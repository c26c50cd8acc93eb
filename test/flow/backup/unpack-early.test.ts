// Slow: makes and restores several backups.
// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { databaseFile } from '../../../server/appliance.ts'
import { type BackupManifest, parseManifest } from '../../../server/backup/backup-format.ts'
import { decryptWith, encryptTo } from '../../../server/backup/envelope/age-stream.ts'
import { prepareImages } from '../../../server/backup/packs/unpack-images.ts'
import type { BackupTarget } from '../../../server/backup/places/backup-target.ts'
import { folderTarget } from '../../../server/backup/places/folder-target.ts'
import { unpackTar } from '../../../server/backup/tar/tar-stream.ts'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { copyDatabase } from '../../../server/db/sqlite/database-copy.ts'
import { alterByte, type BackupScene, openBackupScene } from '../../support/scenes/backup-scene.ts'

test('images are unpacked before the database is there if it has all of them, and compared with it then', async (t) => {
  const { manifest, openFolder } = await openUnpacking(t)
  for (const processors of [1, 2, 4]) {
    const { unpackBeside, placeDatabase } = openFolder(`with-${processors}`)
    const { promise: allThere, resolve } = Promise.withResolvers<void>()
    const onImages = (done: number) => {
      if (done === 2) resolve()
    }
    const unpacking = unpackBeside(manifest, { processors, onImages })
    await allThere
    placeDatabase('')
    const { files, assertReferred } = await unpacking.run()
    assert.equal(files.length, 2)
    assertReferred()
    placeDatabase('delete from images where id = (select max(id) from images)')
    assert.throws(assertReferred, { reason: 'damaged' })
  }
})

test('images that the database no longer has are not unpacked, so a restore waits for it', async (t) => {
  const { manifest, openFolder } = await openUnpacking(t)
  const { unpackBeside, placeDatabase, unpacked } = openFolder('new')
  const unpacking = unpackBeside({ ...manifest, rows: { ...manifest.rows, images: 1 } })
  placeDatabase('delete from images where id = (select max(id) from images)')
  assert.equal((await unpacking.run()).files.length, 1)
  assert.equal(unpacked().length, 1)
})

test('a restore that is stopped before its images says so, whether threads unpack them or not', async (t) => {
  const scene = await openBackupScene(t)
  await scene.add('Awa')
  const { name } = await scene.back()
  for (const threadBytesMin of [0, Number.POSITIVE_INFINITY]) {
    const stop = new AbortController()
    const stopped = scene.restore(`${name}.age`, join(scene.folder, 'new'), {
      threadBytesMin,
      onProgress: ({ done, total }) => done === total && stop.abort(),
      signal: stop.signal,
    })
    await assert.rejects(stopped, { name: 'AbortError' })
  }
})

test('a restore that ends early reads no more headers of packs', async (t) => {
  const { manifest, openFolder, target } = await openUnpacking(t)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const read: string[] = []
  const slow: BackupTarget = {
    ...target,
    async *read(name) {
      await answered
      read.push(name)
      yield* target.read(name)
    },
  }
  const packs = manifest.packs.flatMap((pack) => Array.from({ length: 20 }, () => pack))
  const images = packs.reduce((sum, pack) => sum + pack.images, 0)
  const many = { ...manifest, packs, rows: { ...manifest.rows, images } }
  const closing = openFolder('new').unpackBeside(many, { target: slow }).close()
  answer()
  await closing
  assert.equal(read.length, 8)
})

test('a pack that is cut off in its header or its content is said, and nothing is left', async (t) => {
  const scene = await openBackupScene(t)
  const { file, packs } = await backedUp(scene)
  const pack = join(scene.store, packs[0] ?? '')
  const whole = readFileSync(pack)
  const [inHeader, inContent] = [60, whole.length - 100]
  for (const end of [inHeader, inContent]) {
    writeFileSync(pack, whole.subarray(0, end))
    await assert.rejects(restored(scene, file), { name: 'BackupError', reason: 'damaged' })
    assert.deepEqual(scratchIn(scene), [])
  }
})

test('a damaged database is named as such where all images were unpacked before it', async (t) => {
  const scene = await openBackupScene(t)
  const { file } = await backedUp(scene)
  const archive = await bytesOf(decryptWith(scene.identities, folderTarget(scene.store).read(file)))
  for (const text of ['SQLite format 3', 'CREATE TABLE "images"']) {
    const altered = Buffer.from(archive)
    altered.write('#'.repeat(text.length), altered.indexOf(text))
    const encrypted = encryptTo([scene.env.SVC_BACKUP_RECIPIENT ?? ''], Readable.from([altered]))
    writeFileSync(join(scene.store, file), await bytesOf(encrypted))
    const target = databaseAfterImages(scene, file)
    await assert.rejects(restored(scene, file, { target }), { reason: 'database_damaged' })
    assert.deepEqual(scratchIn(scene), [])
  }
})

test('a restore that is stopped, or whose database fails, does not wait for headers of packs', async (t) => {
  const scene = await openBackupScene(t)
  const { file, packs } = await backedUp(scene)
  const stop = new AbortController()
  const target = holding(scene, { name: packs[1] ?? '', from: 0 }, () => {
    stop.abort()
    return new Promise(() => {})
  })
  const stopped = restored(scene, file, { target, signal: stop.signal })
  await assert.rejects(stopped, { name: 'AbortError' })
  alterByte(join(scene.store, file), 1)
  await assert.rejects(restored(scene, file, { target }), { reason: 'damaged' })
  assert.deepEqual(scratchIn(scene), [])
})

test('images that were unpacked before the database are in the progress of a restore, too', async (t) => {
  const scene = await openBackupScene(t)
  const { file } = await backedUp(scene)
  const told: unknown[] = []
  await restored(scene, file, {
    target: databaseAfterImages(scene, file),
    onProgress: (progress) => told.push(progress),
  })
  assert.deepEqual(told.at(-1), { stage: 'images', done: 2, total: 2 })
})

/** With two images. The database is longer than what is decrypted at a time, a megabyte. */
async function backedUp(scene: BackupScene) {
  for (const letter of ['a', 'b']) await scene.add(letter.repeat(100_000))
  const { name } = await scene.back()
  const names = readdirSync(join(scene.store, 'packs')).filter((pack) => pack.endsWith('.age'))
  return { file: `${name}.age`, packs: names.map((pack) => `packs/${pack}`) }
}

const restored = (scene: BackupScene, file: string, more?: Parameters<BackupScene['restore']>[2]) =>
  scene.restore(file, join(scene.folder, 'new'), { threadBytesMin: 0, ...more })

const scratchIn = ({ folder }: BackupScene) =>
  readdirSync(folder).filter((name) => name.includes('.restoring'))

/** The end of the database comes once both images are unpacked. */
function databaseAfterImages(scene: BackupScene, file: string): BackupTarget {
  const images = () =>
    scratchIn(scene).flatMap((name) =>
      readdirSync(join(scene.folder, name), { recursive: true }).filter((path) =>
        String(path).includes('/img_'),
      ),
    )
  return holding(scene, { name: file, from: -20_000 }, async () => {
    while (images().length < 2) await turnOfTheLoop()
  })
}

/** The folder of the backups, whose reader gets the rest of a file later. */
function holding(
  { store }: BackupScene,
  { name, from }: { readonly name: string; readonly from: number },
  until: () => Promise<void>,
): BackupTarget {
  const target = folderTarget(store)
  async function* held() {
    const bytes = readFileSync(join(store, name))
    yield bytes.subarray(0, from)
    await until()
    yield bytes.subarray(from)
  }
  return { ...target, read: (file) => (file === name ? held() : target.read(file)) }
}

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of content) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

interface Watching {
  readonly processors?: number
  readonly onImages?: (done: number) => void
  readonly target?: BackupTarget
}

/** A backup with two images, and empty folders to unpack them into. */
async function openUnpacking(t: TestContext) {
  const scene = await openBackupScene(t)
  await scene.add('Awa', 3_000)
  await scene.add('Modou', 3_000)
  const { name } = await scene.back()
  return {
    manifest: await manifestIn(scene, `${name}.age`),
    target: folderTarget(scene.store),
    openFolder: (into: string) => openFolder(t, scene, join(scene.folder, into)),
  }
}

function openFolder(t: TestContext, scene: BackupScene, folder: string) {
  mkdirSync(folder)
  return {
    unpackBeside(manifest: BackupManifest, watching: Watching = {}) {
      const { processors, onImages = () => {}, target = folderTarget(scene.store) } = watching
      const order = { target, identities: scene.identities, folder, hashesAll: false, processors }
      const { signal } = new AbortController()
      const onProgress = ({ done }: { readonly done: number }) => onImages(done)
      const watched = { ...order, threadBytesMin: 0, onProgress, signal }
      const unpacking = prepareImages(watched, manifest)
      t.after(() => unpacking.close())
      return unpacking
    },
    placeDatabase(change: string) {
      const file = join(folder, 'svc.db')
      const isNew = !readdirSync(folder).includes('svc.db')
      if (isNew) copyDatabase(databaseFile(scene.appliance.config), file)
      const connection = openConnection(file)
      connection.exec(change)
      connection.close()
    },
    unpacked: () =>
      readdirSync(join(folder, 'images'), { recursive: true }).filter((file) =>
        String(file).includes('/'),
      ),
  }
}

async function manifestIn(
  { store, identities }: BackupScene,
  file: string,
): Promise<BackupManifest> {
  for await (const { content } of unpackTar(
    decryptWith(identities, folderTarget(store).read(file)),
  )) {
    return parseManifest((await bytesOf(content)).toString('utf8'))
  }
  throw new Error('there is no manifest')
}
