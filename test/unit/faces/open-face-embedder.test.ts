// Slow: loads models. The test of svc faces measure embeds pictures in the fast lane.
//
// The process that runs a face model: real ONNX models in the real runtime, and what happens when it cannot.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { faceModelBytesMax } from '../../../server/faces/face-limits.ts'
import { similarityOf } from '../../../server/faces/match-rates.ts'
import { openFaceEmbedder } from '../../../server/faces/open-face-embedder.ts'
import { specimen } from '../../support/images/specimens.ts'
import { tinyFaceModel } from '../../support/images/tiny-face-model.ts'
import { tempFolder } from '../../support/temp-folder.ts'

function open(t: TestContext, model: Buffer, limits = {}) {
  const embedder = openFaceEmbedder(placed(tempFolder(t), model), limits)
  t.after(() => embedder.close())
  return embedder
}

function placed(folder: string, model: Buffer) {
  const file = join(folder, 'face.onnx')
  writeFileSync(file, model)
  return { file, sha256: async () => createHash('sha256').update(model).digest('hex') }
}

const plain = (background: string, width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

async function embedOne(embedder: ReturnType<typeof open>, picture: Buffer) {
  const embedding = await embedder.embed(picture)
  assert.ok(embedding instanceof Float32Array)
  return embedding
}

describe('a face model', () => {
  /** One process for all that is embedded, because it loads its model for longer than it looks. */
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-'))
  const embedder = openFaceEmbedder(placed(folder, tinyFaceModel()))
  after(() => {
    embedder.close()
    rmSync(folder, { recursive: true })
  })

  test('gives the mean of each tile, from -1 for none to 1 for all of a colour', async () => {
    assert.equal(await embedder.load(), 'loaded')
    const embedding = await embedOne(embedder, await plain('#ff0000'))
    assert.equal(embedding.length, 48)
    const close = (values: Float32Array, wanted: number) =>
      values.every((value) => Math.abs(value - wanted) < 0.001)
    assert.ok(close(embedding.subarray(0, 16), 1), 'red')
    assert.ok(close(embedding.subarray(16), -1), 'green and blue')
  })

  test('sees only the centre square, upright, and greys in all three colours', async () => {
    const square = await plain('#00ff00', 200, 200)
    const wide = await sharp(square).extend({ left: 90, right: 90, background: '#ff0000' }).png()
    const [one, other] = [
      await embedOne(embedder, square),
      await embedOne(embedder, await wide.toBuffer()),
    ]
    assert.ok(similarityOf(one, other) > 0.999)
    const half = await sharp(square)
      .extend({ top: 200, background: '#0000ff' })
      .resize(300, 300, { fit: 'fill' })
      .jpeg({ quality: 100 })
      .toBuffer()
    const turned = await sharp(half).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer()
    assert.ok(similarityOf(await embedOne(embedder, half), await embedOne(embedder, turned)) > 0.99)
    const grey = await sharp(await plain('#c0c0c0'))
      .greyscale()
      .png()
      .toBuffer()
    const levels = await embedOne(embedder, grey)
    assert.ok(levels.every((level) => Math.abs(level - (192 - 127.5) / 127.5) < 0.02))
  })

  test('gives no embedding of a file that is no picture, and goes on', async () => {
    assert.equal(await embedder.embed(Buffer.from('no picture')), 'no_embedding')
    await embedOne(embedder, specimen('selfie.jpg'))
  })

  test('is loaded again into a new process after one that has ended', async (t) => {
    const embedder = open(t, tinyFaceModel(), { lingerMs: 0 })
    assert.equal(await embedder.load(), 'loaded')
    await setTimeout(100)
    await embedOne(embedder, specimen('selfie.jpg'))
  })

  test('whose process is gone says so, and blames no picture', async (t) => {
    const embedder = open(t, tinyFaceModel())
    assert.equal(await embedder.load(), 'loaded')
    embedder.close()
    assert.equal(await embedder.embed(specimen('selfie.jpg')), 'not_running')
  })

  test('is refused when its bytes are no model, or its input has another size', async (t) => {
    for (const model of [Buffer.from('no model'), tinyFaceModel(160), Buffer.alloc(0)]) {
      assert.equal(await open(t, model).load(), 'unusable')
    }
  })

  test('is read and proved by its own process, in each anew', async (t) => {
    const model = placed(tempFolder(t), tinyFaceModel())
    const started = () => {
      const embedder = openFaceEmbedder(model)
      t.after(() => embedder.close())
      return embedder
    }
    assert.equal(await started().load(), 'loaded')
    // A model that works, but not the one of that hash.
    writeFileSync(model.file, Buffer.concat([tinyFaceModel(), Buffer.from([0x32, 0])]))
    assert.equal(await started().load(), 'unusable')
    truncateSync(model.file, faceModelBytesMax + 1)
    assert.equal(await started().load(), 'unusable')
  })

  test('that needs more memory than allowed is refused (long)', async (t) => {
    const embedder = open(t, tinyFaceModel(), { memoryBytesMax: 1 })
    assert.notEqual(await embedder.load(), 'loaded')
  })
})
