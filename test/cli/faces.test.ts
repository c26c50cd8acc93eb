// `svc faces measure`: what it prints and writes, what it refuses, and its exit status.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import sharp from 'sharp'
import { readMeasuredModel } from '../../server/faces/measured-model.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { tinyFaceModel } from '../support/tiny-face-model.ts'
import { runSvc } from './memory-shell.ts'

/** Twenty persons: a colour each, with two pictures that differ slightly. */
const persons = 20

const pictureNames = Array.from({ length: persons * 2 }, (_, at) => `${at >> 1}-${at & 1}.png`)

const pictures = Promise.all(
  pictureNames.map((_, at) => {
    const background = `hsl(${(at >> 1) * 18}, 90%, ${at & 1 ? 44 : 40}%)`
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

test('too few pairs: says how many are needed, writes no file, and ends with 3', async (t) => {
  const { argv, out } = await scene(t, allPairs())
  const ran = await runSvc([...argv, '--false-match-rate', '0.01'])
  assert.equal(ran.status, 3, ran.err)
  assert.match(ran.out, /pairs of one person {3}20\npairs of two persons {2}760\n/)
  assert.match(ran.out, /needs 368 pairs of two\npersons .*and 100 pairs of one person/)
  assert.equal(existsSync(out), false)
})

test('enough pairs: threshold and rates with intervals, as text, JSON and a file', async (t) => {
  const { argv, out, model, folder } = await scene(t, [])
  // A hundred pairs of one person: five of each, with two copies of a picture under other names.
  const same = Array.from({ length: persons }, (_, person) => {
    const picture = (name: string) => `${person}-${name}.png`
    for (const copy of ['copy', 'again']) {
      copyFileSync(join(folder, picture('1')), join(folder, picture(copy)))
    }
    return ['0,copy', '0,again', '1,copy', '1,again', 'copy,again'].map(
      (names) => `${names.split(',').map(picture)},yes`,
    )
  }).flat()
  const different = allPairs().filter((line) => line.endsWith('no'))
  const lines = ['first,second,same', ...same, ...different].join('\n')
  writeFileSync(join(folder, 'pairs.csv'), lines)

  const ran = await runSvc([...argv, '--false-match-rate', '0.1'])
  assert.equal(ran.status, 0, ran.err)
  assert.match(ran.out, /false match {6}\d+ of 760 +\d\.\d{3} % +\d\.\d{3} % to 9\.\d{3} %\n/)
  assert.match(ran.out, /false non-match {2}\d+ of 100 /)
  assert.match(ran.out, /40 pictures are in several pairs of two persons/)

  const written = JSON.parse(readFileSync(out, 'utf8'))
  const digest = createHash('sha256').update(readFileSync(model)).digest('hex')
  assert.equal(written.modelSha256, digest)
  assert.equal(written.measurement.falseMatch.total, 760)
  assert.equal(written.measurement.falseNonMatch.total, 100)
  assert.ok(written.measurement.falseMatch.share < 0.1)

  const { out: json } = await runSvc([...argv, '--false-match-rate', '0.1', '--json'])
  assert.deepEqual(JSON.parse(json), written)
  assert.equal(written.images, 'as_given')
  const files = { modelFile: model, measurementFile: out }
  await assert.rejects(readMeasuredModel(files), /cut by somebody else/)
})

test('a list of documents and selfies gives a threshold that the server takes', async (t) => {
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

test('every picture without an embedding is named, and its pairs do not count', async (t) => {
  const { argv, folder } = await scene(t, ['0-0.png,missing.png,no', '0-0.png,text.png,no'])
  writeFileSync(join(folder, 'text.png'), 'no picture')
  const ran = await runSvc(argv)
  assert.equal(ran.status, 3)
  assert.match(ran.out, /No embedding \(2\).*\n {2}missing\.png\n {2}text\.png\n/)
  assert.match(ran.out, /pairs of two persons {2}0\n/)
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
