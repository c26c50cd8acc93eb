// A face model with its measurement, as `svc faces measure` writes it, in a folder of a test. It sees colours, not
// faces.

import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { picturePreparation } from '../../../server/faces/face-measurement.ts'
import { rate } from '../../../server/faces/match-rates.ts'
import type { FaceModelFiles, UsableMeasurement } from '../../../server/faces/measured-model.ts'
import { tinyFaceModel } from './tiny-face-model.ts'

/** With a threshold that the pictures of tests are above. */
export function aMeasurement(more: Partial<UsableMeasurement> = {}): UsableMeasurement {
  return {
    modelSha256: createHash('sha256').update(tinyFaceModel()).digest('hex'),
    images: 'documents',
    preparation: picturePreparation,
    falseMatchRate: 0.01,
    samePairs: 100,
    differentPairs: 400,
    repeatedImages: 0,
    measurement: measuredAt(-1),
    unreadable: [],
    ...more,
  }
}

export function measuredAt(threshold: number): UsableMeasurement['measurement'] {
  return { kind: 'measured', threshold, falseMatch: rate(1, 400), falseNonMatch: rate(3, 100) }
}

/** Writes both files. */
export function placeFaceModel(folder: string, measurement: object = aMeasurement()) {
  const files: FaceModelFiles = {
    modelFile: join(folder, 'face.onnx'),
    measurementFile: join(folder, 'measurement.json'),
  }
  writeFileSync(files.modelFile, tinyFaceModel())
  writeFileSync(files.measurementFile, JSON.stringify(measurement))
  const { modelFile: SVC_FACE_MODEL, measurementFile: SVC_FACE_MEASUREMENT } = files
  return {
    files,
    settings: { SVC_FACE_MODEL, SVC_FACE_MEASUREMENT, SVC_DOCUMENT_READING: 'warn' },
  }
}
