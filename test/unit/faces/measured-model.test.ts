// The face model that the settings name: used only with a measurement of exactly this model, on pictures of its kind.

import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { describe, type TestContext, test } from 'node:test'
import { FaceModelError, readMeasuredModel } from '../../../server/faces/measured-model.ts'
import { aMeasurement, placeFaceModel } from '../../support/images/face-model.ts'
import { tempFolder } from '../../support/temp-folder.ts'

async function problemsOf(t: TestContext, measurement: object, spoil = (_file: string) => {}) {
  const { files } = placeFaceModel(tempFolder(t), measurement)
  spoil(files.modelFile)
  try {
    await readMeasuredModel(files)
  } catch (error) {
    assert.ok(error instanceof FaceModelError)
    return error.problems.map(({ name, message }) => `${name} ${message}`)
  }
  return []
}

const tooFew = { kind: 'too_few', samePairsMin: 100, differentPairsMin: 3_688 }
const otherModel = (file: string) => writeFileSync(file, 'another model')

describe('a face model', () => {
  test('is used with its measurement', async (t) => {
    const { files } = placeFaceModel(tempFolder(t))
    const measured = await readMeasuredModel(files)
    assert.deepEqual(measured, aMeasurement())
  })

  const refused: readonly (readonly [
    name: string,
    measurement: object,
    said: RegExp,
    spoil?: (file: string) => void,
  ])[] = [
    [
      'without a threshold',
      { ...aMeasurement(), measurement: tooFew },
      /MEASUREMENT .* no threshold: 100 pairs .* at least 100 and 3688/,
    ],
    [
      'measured on pictures as they were given',
      aMeasurement({ images: 'as_given' }),
      /MEASUREMENT .* cut by somebody else/,
    ],
    [
      'measured by another release',
      aMeasurement({ preparation: 2 }),
      /MEASUREMENT .* another release/,
    ],
    [
      'with a measurement too large to be parsed at once',
      aMeasurement({ unreadable: ['x'.repeat(1024 * 1024)] }),
      /MEASUREMENT .* is no measurement of at most 1 MB/,
    ],
    ['with no measurement in the file', { threshold: 0.4 }, /MEASUREMENT .* is no measurement/],
    [
      'of other bytes than the measured one',
      aMeasurement(),
      /MEASUREMENT .* of another model \(SHA-256 [0-9a-f]{12}\.\.\.\) .*, and restart the server$/,
      otherModel,
    ],
    ['whose file is gone', aMeasurement(), /^SVC_FACE_MODEL .* cannot be read$/, rmSync],
  ]
  for (const [name, measurement, said, spoil] of refused) {
    test(`is refused ${name}`, async (t) => {
      const problems = await problemsOf(t, measurement, spoil)
      assert.equal(problems.length, 1, problems.join('\n'))
      assert.match(problems[0] ?? '', said)
    })
  }

  test('is refused with every fault at once', async (t) => {
    const bad = { ...aMeasurement({ images: 'as_given', preparation: 2 }), measurement: tooFew }
    assert.equal((await problemsOf(t, bad, otherModel)).length, 4)
  })
})
