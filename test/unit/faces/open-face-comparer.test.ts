// Slow: starts and kills programs of a face model. The test of svc faces measure embeds pictures in the fast lane.
//
// The server's handle of a face model: similarities of real pictures, and what is said when there are none.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { describe, type TestContext, test } from 'node:test'
import sharp from 'sharp'
import type { FaceModelFiles } from '../../../server/faces/measured-model.ts'
import { openFaceComparer } from '../../../server/faces/open-face-comparer.ts'
import { isAlive, programPids } from '../../support/images/decoder-programs.ts'
import { aMeasurement, placeFaceModel } from '../../support/images/face-model.ts'
import { tinyFaceModel } from '../../support/images/tiny-face-model.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { until } from '../../support/turns.ts'

const never = new AbortController().signal

function open(t: TestContext, files: FaceModelFiles, options = {}) {
  const comparer = openFaceComparer(files, options)
  t.after(() => comparer.close())
  return comparer
}

/** Field 6 of an ONNX file, which changes nothing but its bytes. */
const emptyDescription = Buffer.from([0x32, 0])

const plain = (background: string) =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer()

const redAndBlue = async () => ({
  portrait: await plain('#ff0000'),
  selfie: await plain('#0000ff'),
})
const redTwice = async () => ({ portrait: await plain('#ff0000'), selfie: await plain('#ee0000') })

describe('a face model', () => {
  test('gives a similarity with what was measured of it, none of what is no picture, and goes on by a new process', async (t) => {
    const { files } = placeFaceModel(tempFolder(t))
    const comparer = open(t, files)
    const before = new Set(programPids('face-program'))
    const pictures = await redTwice()
    const alike = await comparer.compare(pictures, never)
    const other = await comparer.compare(await redAndBlue(), never)
    assert.ok('similarity' in alike && alike.similarity > 0.99)
    assert.ok('similarity' in other && other.similarity < 0)
    assert.deepEqual(alike.model, aMeasurement())
    const noPicture = { ...pictures, selfie: Buffer.from('no picture') }
    assert.deepEqual(await comparer.compare(noPicture, never), { failure: 'no_embedding' })
    const pid = programPids('face-program').find((one) => !before.has(one)) ?? 0
    process.kill(pid, 'SIGKILL')
    await until(() => !isAlive(pid))
    assert.ok('similarity' in (await comparer.compare(pictures, never)))
  })

  test('that changed since it was measured is not used, until it is the measured one again', async (t) => {
    const { files } = placeFaceModel(tempFolder(t))
    const comparer = open(t, files)
    writeFileSync(files.modelFile, 'another model')
    const pictures = await redTwice()
    assert.deepEqual(await comparer.compare(pictures, never), { failure: 'unavailable' })
    writeFileSync(files.modelFile, tinyFaceModel())
    assert.ok('similarity' in (await comparer.compare(pictures, never)))
  })

  test('that was replaced with its measurement is used after a restart only (long)', async (t) => {
    const folder = tempFolder(t)
    const { files } = placeFaceModel(folder)
    const pictures = await redTwice()
    const running = open(t, files, { limits: { lingerMs: 0 } })
    assert.ok('similarity' in (await running.compare(pictures, never)))
    const model = Buffer.concat([tinyFaceModel(), emptyDescription])
    const modelSha256 = createHash('sha256').update(model).digest('hex')
    placeFaceModel(folder, aMeasurement({ modelSha256 }))
    writeFileSync(files.modelFile, model)
    await until(() => programPids('face-program').length === 0)
    assert.deepEqual(await running.compare(pictures, never), { failure: 'unavailable' })
    const answer = await open(t, files).compare(pictures, never)
    assert.ok('similarity' in answer && answer.model.modelSha256 === modelSha256)
  })

  test('says what is wrong: no memory, no time', async (t) => {
    const { files } = placeFaceModel(tempFolder(t))
    const pictures = await redTwice()
    const small = open(t, files, { limits: { memoryBytesMax: 1 } })
    assert.deepEqual(await small.compare(pictures, never), { failure: 'unavailable' })
    const hasty = open(t, files, { answerMsMax: 0 })
    assert.deepEqual(await hasty.compare(pictures, never), { failure: 'over_time' })
  })

  test('is given up with its caller', async (t) => {
    const { files } = placeFaceModel(tempFolder(t))
    const calling = new AbortController()
    const answer = open(t, files).compare(await redTwice(), calling.signal)
    calling.abort(new Error('the server stops'))
    await assert.rejects(answer, /the server stops/)
  })
})
