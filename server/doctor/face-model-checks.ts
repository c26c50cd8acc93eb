// The check of the bank's own face model: the files fit each other, and the model makes an embedding of a picture.

import {
  FaceModelError,
  type FaceModelFiles,
  readMeasuredModel,
  type UsableMeasurement,
} from '../faces/measured-model.ts'
import { openFaceEmbedder } from '../faces/open-face-embedder.ts'
import { withSettings } from './doctor-scene.ts'
import { emptyPicture } from './empty-picture.ts'
import { type DoctorOutcome, failed, notSetUp, well } from './outcome.ts'

export const faceModelChecks = {
  face_model: withSettings(async ({ config: { faces } }) => {
    if (faces === undefined) return notSetUp()
    try {
      const measured = await readMeasuredModel(faces)
      return judgeFaceModel(measured, await answers(faces, measured))
    } catch (error) {
      if (error instanceof FaceModelError) return refusedFiles(error)
      throw error
    }
  }),
}

/** Returns whether the model makes an embedding of a picture, in a process of its own. */
async function answers(files: FaceModelFiles, measured: UsableMeasurement): Promise<boolean> {
  const embedder = openFaceEmbedder({
    file: files.modelFile,
    sha256: async () => measured.modelSha256,
  })
  try {
    return typeof (await embedder.embed(emptyPicture)) !== 'string'
  } finally {
    embedder.close()
  }
}

export function judgeFaceModel(
  { measurement, modelSha256 }: UsableMeasurement,
  hasAnswered: boolean,
): DoctorOutcome {
  const model = modelSha256.slice(0, 12)
  if (!hasAnswered) return failed('broken', { values: { model } })
  const { threshold, falseMatch, falseNonMatch } = measurement
  return well({
    values: {
      model,
      threshold,
      same_pairs: falseNonMatch.total,
      different_pairs: falseMatch.total,
    },
  })
}

export function refusedFiles({ problems }: FaceModelError): DoctorOutcome {
  return failed('refused', { items: problems.map(({ name, message }) => `${name} ${message}`) })
}
