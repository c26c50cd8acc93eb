import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import {
  DecryptError,
  encryptionKey,
  encryptionOverheadBytes,
} from '../../../server/crypto/encrypt.ts'
import { imageFiles, type StagedFile } from '../../../server/images/storage/image-files.ts'
import { imagePlaces } from '../../../server/images/storage/image-places.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const key = encryptionKey(Buffer.alloc(32, 3))
const boundTo = 'image:ver_1:front'
const place = '2026-11-21/img_1'
const chunks = ['\xff\xd8 a picture of ', 'Aminata', '', '.'.repeat(100_000)].map((text) =>
  Buffer.from(text, 'latin1'),
)
const image = Buffer.concat(chunks)

function openFiles(t: TestContext) {
  const folder = tempFolder(t)
  const files = imageFiles(folder, 'node_1')
  const staged = () =>
    existsSync(join(folder, 'staging')) ? readdirSync(join(folder, 'staging')) : []
  async function stage(): Promise<StagedFile> {
    const sink = files.openSink(key, boundTo)
    for (const chunk of chunks) await sink.write(chunk)
    return sink.finish()
  }
  return { folder, files, staged, stage }
}

async function listed(files: ReturnType<typeof imageFiles>): Promise<readonly string[]> {
  const all: string[] = []
  for await (const some of files.list()) all.push(...some)
  return all
}

describe('an image', () => {
  test('that arrives in chunks can be read where it waits, and where it was placed', async (t) => {
    const { files, stage, staged } = openFiles(t)
    const waiting = await stage()
    assert.equal(waiting.bytes, image.length)
    assert.deepEqual(await files.readStaged(waiting, key, boundTo), image)
    await files.place([{ staged: waiting, file: place }])
    assert.deepEqual(await files.read(place, key, boundTo), image)
    assert.deepEqual(staged(), [])
  })

  test('is encrypted on disk, in files and folders for their owner only', async (t) => {
    const umask = process.umask(0)
    t.after(() => process.umask(umask))
    const { folder, files, stage } = openFiles(t)
    const waiting = await stage()
    const modeOf = (path: string) => statSync(path).mode & 0o777
    assert.equal(modeOf(waiting.path), 0o600)
    await files.place([{ staged: waiting, file: place }])
    const path = join(folder, 'images', place)
    assert.equal(modeOf(path), 0o600)
    for (const one of ['staging', 'images', 'images/2026-11-21']) {
      assert.equal(modeOf(join(folder, one)), 0o700, one)
    }
    const bytes = readFileSync(path)
    assert.equal(bytes.length, image.length + encryptionOverheadBytes)
    for (const plain of ['Aminata', 'picture', '\xff\xd8 a', '....']) {
      assert.ok(!bytes.includes(Buffer.from(plain, 'latin1')), plain)
    }
  })

  test('opens for its own verification and role, under its own key, and not altered', async (t) => {
    const { folder, files, stage } = openFiles(t)
    await files.place([{ staged: await stage(), file: place }])
    await assert.rejects(files.read(place, key, 'image:ver_1:selfie'), DecryptError)
    await assert.rejects(files.read(place, key, 'image:ver_2:front'), DecryptError)
    const otherKey = encryptionKey(Buffer.alloc(32, 4))
    await assert.rejects(files.read(place, otherKey, boundTo), DecryptError)
    const path = join(folder, 'images', place)
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.subarray(0, -1))
    await assert.rejects(files.read(place, key, boundTo), DecryptError)
  })

  test('that is gone is missing, unlike an image that cannot be decrypted', async (t) => {
    const { files } = openFiles(t)
    await assert.rejects(files.read(place, key, boundTo), { code: 'ENOENT' })
  })

  test('of no bytes at all is kept as well', async (t) => {
    const { files } = openFiles(t)
    const waiting = await files.openSink(key, boundTo).finish()
    assert.equal(waiting.bytes, 0)
    assert.deepEqual(await files.readStaged(waiting, key, boundTo), Buffer.alloc(0))
  })
})

describe('an upload that is broken off leaves nothing', () => {
  test('before its first byte', async (t) => {
    const { files, staged } = openFiles(t)
    await files.openSink(key, boundTo).abort()
    assert.deepEqual(staged(), [])
  })

  test('in the middle', async (t) => {
    const { files, staged } = openFiles(t)
    const sink = files.openSink(key, boundTo)
    await sink.write(image)
    assert.equal(staged().length, 1)
    await sink.abort()
    assert.deepEqual(staged(), [])
    await assert.rejects(sink.write(image))
  })

  test('while a chunk is being written', async (t) => {
    const { files, staged } = openFiles(t)
    const sink = files.openSink(key, boundTo)
    const writing = sink.write(Buffer.alloc(5_000_000)).catch(() => undefined)
    await sink.abort()
    await writing
    assert.deepEqual(staged(), [])
  })

  test('after its end, and twice', async (t) => {
    const { files, staged } = openFiles(t)
    const sink = files.openSink(key, boundTo)
    await sink.write(image)
    await sink.finish()
    await sink.abort()
    await sink.abort()
    assert.deepEqual(staged(), [])
  })
})

test('an image whose file cannot be created is refused with the cause, at its first write', async (t) => {
  const { folder, files } = openFiles(t)
  writeFileSync(join(folder, 'staging'), 'in the way')
  await assert.rejects(files.openSink(key, boundTo).write(image), { code: 'EEXIST' })
})

describe('what is not needed', () => {
  test('is discarded or removed, and doing that again is no error', async (t) => {
    const { files, stage, staged } = openFiles(t)
    const [one, two] = [await stage(), await stage()]
    await files.place([{ staged: one, file: place }])
    for (const _time of ['first', 'second']) {
      await files.discard([one, two])
      await files.remove([place])
    }
    assert.deepEqual(staged(), [])
    assert.deepEqual(await listed(files), [])
  })

  test('in staging is cleared once its node is dead, and counted', async (t) => {
    const { files, stage, staged } = openFiles(t)
    await files.prepare()
    const allDead = async (ids: readonly string[]) => ids.map((id) => ({ id }))
    assert.equal(await files.clearStaging(allDead), 0, 'nothing was ever staged')
    await Promise.all([stage(), stage(), stage()])
    await files.place([{ staged: await stage(), file: place }])
    assert.equal(await files.clearStaging(async () => []), 0, 'its node lives')
    assert.equal(staged().length, 3)
    assert.equal(await files.clearStaging(allDead), 3)
    assert.deepEqual(staged(), [])
    assert.deepEqual(await listed(files), [place])
  })
})

describe('the list of images in place', () => {
  /** As many empty files as a busy day brings, without sealing each of them. */
  function fill(folder: string, day: string, count: number): void {
    mkdirSync(join(folder, 'images', day), { recursive: true })
    for (let index = 0; index < count; index += 1) {
      writeFileSync(join(folder, 'images', day, `img_${index}`), '')
    }
  }

  test('goes day by day, the oldest first, at most 500 at a time', async (t) => {
    const { folder, files } = openFiles(t)
    fill(folder, '2026-11-22', 2)
    fill(folder, '2026-11-21', 501)
    const parts: string[][] = []
    for await (const part of files.list()) parts.push([...part])
    assert.deepEqual(
      parts.map((part) => part.length),
      [500, 1, 2],
    )
    assert.equal(new Set(parts.flat()).size, 503)
    assert.ok(parts[0]?.every((file) => file.startsWith('2026-11-21/img_')))
  })

  test('is empty where nothing was ever placed', async (t) => {
    assert.deepEqual(await listed(openFiles(t).files), [])
  })

  test('drops the folders of days that are over and empty, never the newest', async (t) => {
    const { folder, files } = openFiles(t)
    for (const day of ['2026-11-20', '2026-11-21', '2026-11-22']) fill(folder, day, 0)
    fill(folder, '2026-11-21', 1)
    await listed(files)
    assert.deepEqual(readdirSync(join(folder, 'images')), ['2026-11-21', '2026-11-22'])
  })

  test('passes over a file that somebody put among the folders', async (t) => {
    const { folder, files } = openFiles(t)
    fill(folder, '2026-11-21', 1)
    writeFileSync(join(folder, 'images', 'notes.txt'), 'x')
    assert.deepEqual(await listed(files), ['2026-11-21/img_0'])
    assert.ok(existsSync(join(folder, 'images', 'notes.txt')))
  })
})

test('an image is moved into place, not copied: it is there whole or not at all', async (t) => {
  const { folder, files, stage } = openFiles(t)
  const waiting = await stage()
  const { ino } = statSync(waiting.path)
  await files.place([{ staged: waiting, file: place }])
  assert.equal(statSync(join(folder, 'images', place)).ino, ino)
})

const day = '2026-11-21'

function openPlaces(t: TestContext) {
  const folder = tempFolder(t)
  const root = join(folder, 'images')
  mkdirSync(root)
  const places = imagePlaces(root)
  const move = (name: string) => {
    const from = join(folder, name)
    writeFileSync(from, name)
    return places.move([{ from, file: `${day}/${name}` }])
  }
  return { root, move, placed: () => readdirSync(join(root, day)).sort() }
}

test('images of concurrent submissions are all in place when their moves resolve', async (t) => {
  const { move, placed } = openPlaces(t)
  const names = Array.from({ length: 20 }, (_, index) => `img_${index}`).sort()
  await Promise.all(names.map(move))
  assert.deepEqual(placed(), names)
})

test('an image is placed although the sweep removed the empty folder of its day', async (t) => {
  const { root, move, placed } = openPlaces(t)
  await move('img_1')
  rmSync(join(root, day), { recursive: true })
  await move('img_2')
  assert.deepEqual(placed(), ['img_2'])
})

test('a folder that could not be made is made by the next submission', async (t) => {
  const { root, move, placed } = openPlaces(t)
  writeFileSync(join(root, day), 'in the way')
  await assert.rejects(move('img_1'), { code: 'EEXIST' })
  rmSync(join(root, day))
  await move('img_2')
  assert.deepEqual(placed(), ['img_2'])
})
