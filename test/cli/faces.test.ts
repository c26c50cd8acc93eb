// `svc faces measure`: what it prints and writes, what it refuses, and its exit status.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import sharp from 'sharp'
import { readMeasuredModel } from '../../server/faces/measured-model.ts'
import { tinyFaceModel } from '../support/images/tiny-face-model.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { runSvc } from './memory-shell.ts'

/** Fifteen pictures of one person, which make 105 pairs, and four of others. All differ slightly. */
const persons = [15, 1, 1, 1, 1]

const pictureNames = persons.flatMap((count, person) =>
  Array.from({ length: count }, (_, at) => `${person}-${at}.png`),
)

const pictures = Promise.all(
  pictureNames.map((name) => {
    const [person = 0, at = 0] = name.split(/\D/).map(Number)
    const background = `hsl(${person * 72}, 90%, ${40 + at / 4}%)`
    return sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .png()
      .toBuffer()
  }),
)

/** All pairs of all pictures. */
function allPairs(): readonly string[] {
  return pictureNames.flatMap((first, at) =>
    pictureNames.slice(at + 1).map((second) => {
      const isSame = first.split('-')[0] === second.split('-')[0]
      return `${first},${second},${isSame ? 'yes' : 'no'}`
    }),
  )
}

async function scene(t: TestContext, lines: readonly string[]) {
  const folder = tempFolder(t)
  for (const [at, bytes] of (await pictures).entries()) {
    writeFileSync(join(folder, pictureNames[at] ?? ''), bytes)
  }
  const [model, pairs, out] = ['face.onnx', 'pairs.csv', 'out.json'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  writeFileSync(model, tinyFaceModel())
  writeFileSync(pairs, ['first,second,same', ...lines].join('\n'))
  const argv = ['faces', 'measure', '--model', model, '--pairs', pairs, '--out', out]
  return { folder, argv, out, model }
}

test('too few pairs: says how many are needed, which pictures gave nothing, writes no file, and ends with 3', async (t) => {
  const lines = ['0-0.png,0-1.png,yes', '0-0.png,1-0.png,no']
  const unreadable = ['0-0.png,missing.png,no', '0-0.png,text.png,no']
  const { argv, out, folder } = await scene(t, [...lines, ...unreadable])
  writeFileSync(join(folder, 'text.png'), 'no picture')
  const ran = await runSvc([...argv, '--false-match-rate', '0.01'])
  assert.equal(ran.status, 3, ran.err)
  assert.match(ran.out, /pairs of one person {3}1\npairs of two persons {2}1\n/)
  assert.match(ran.out, /needs 368 pairs of two\npersons .*and 100 pairs of one person/)
  assert.match(ran.out, /No embedding \(2\).*\n {2}missing\.png\n {2}text\.png\n/)
  assert.equal(existsSync(out), false)
})

test('enough pairs: threshold and rates with intervals, as text, JSON and a file', async (t) => {
  const { argv, out, model } = await scene(t, allPairs())
  const ran = await runSvc([...argv, '--false-match-rate', '0.1'])
  assert.equal(ran.status, 0, ran.err)
  assert.match(ran.out, /false match {6}\d+ of 66 +\d\.\d{3} % +\d\.\d{3} % to \d\.\d{3} %\n/)
  assert.match(ran.out, /false non-match {2}\d+ of 105 /)
  assert.match(ran.out, /19 pictures are in several pairs of two persons/)

  const written = JSON.parse(readFileSync(out, 'utf8'))
  const digest = createHash('sha256').update(readFileSync(model)).digest('hex')
  assert.equal(written.modelSha256, digest)
  assert.equal(written.measurement.falseMatch.total, 66)
  assert.equal(written.measurement.falseNonMatch.total, 105)
  assert.ok(written.measurement.falseMatch.share < 0.1)

  const { out: json } = await runSvc([...argv, '--false-match-rate', '0.1', '--json'])
  assert.deepEqual(JSON.parse(json), written)
  assert.equal(written.images, 'as_given')
  const files = { modelFile: model, measurementFile: out }
  await assert.rejects(readMeasuredModel(files), /cut by somebody else/)
})

test('a list of documents and selfies gives a threshold that the server takes (long)', async (t) => {
  const { argv, out, model, folder } = await scene(t, [])
  // No document has a zone, so its layout tells where the portrait is. Few are documents, whose zones are looked for.
  const paint = async (name: string, degrees: number) => {
    const background = `hsl(${degrees}, 90%, 40%)`
    const create = { width: 400, height: 300, channels: 3, background } as const
    writeFileSync(join(folder, `${name}.png`), await sharp({ create }).png().toBuffer())
  }
  const fronts = [0, 180]
  const selfies = Array.from({ length: 72 }, (_, at) => at * 5)
  for (const degrees of fronts) await paint(`front-${degrees}`, degrees)
  for (const degrees of selfies) await paint(`selfie-${degrees}`, degrees)
  const pairs = fronts.flatMap((front) =>
    selfies.map((selfie) => {
      // Neighbours count as one person, too: 102 pairs of one person, and 42 of two.
      const apart = Math.abs(front - selfie)
      const isSame = Math.min(apart, 360 - apart) < 130
      return `front-${front}.png,selfie-${selfie}.png,${isSame ? 'yes' : 'no'},national_id`
    }),
  )
  const lines = ['front,selfie,same,document', ...pairs, 'missing.png,selfie-0.png,no,passport']
  writeFileSync(join(folder, 'pairs.csv'), lines.join('\n'))
  const ran = await runSvc([...argv, '--false-match-rate', '0.1'])
  assert.equal(ran.status, 3, ran.err)
  assert.match(ran.out, /pairs of two persons {2}42\n/)
  assert.match(ran.out, /No embedding \(1\).*\n {2}missing\.png\n/)
  const files = { modelFile: model, measurementFile: out }
  const { measurement, samePairs } = await readMeasuredModel(files)
  assert.deepEqual([measurement.falseMatch.total, samePairs], [42, 102])
})

test('faults of the list, the model and the rate are told before any picture is read', async (t) => {
  const { argv, folder, model } = await scene(t, ['0-0.png,0-0.png,yes', '0-0.png,1-0.png,perhaps'])
  const faulty = await runSvc(argv)
  assert.equal(faulty.status, 2)
  assert.match(faulty.err, /Line 2: .*itself.*\n?.*Line 3: .*yes or no/s)

  const rate = await runSvc([...argv, '--false-match-rate', '0.5'])
  assert.equal(rate.status, 2)
  assert.match(rate.err, /from 0\.00001 to 0\.1/)

  writeFileSync(join(folder, 'pairs.csv'), 'first,second,same\n0-0.png,1-0.png,no\n')
  writeFileSync(model, 'no model')
  const unusable = await runSvc(argv)
  assert.equal(unusable.status, 2)
  assert.match(unusable.err, /face\.onnx is no model that can be used/)
})
