// The check of the bank's own face model: the files fit each other, and the model makes an embedding of a picture.

import {
  FaceModelError,
  type FaceModelFiles,
  readMeasuredModel,
  type UsableMeasurement,
} from '../../faces/measured-model.ts'
import { faceLimits, type ModelState, openFaceEmbedder } from '../../faces/open-face-embedder.ts'
import { withSettings } from '../doctor-scene.ts'
import { emptyPicture } from '../empty-picture.ts'
import { type DoctorOutcome, failed, notSetUp, warning, well } from '../outcome.ts'

export const faceModelChecks = {
  face_model: withSettings(async ({ config: { faces } }) => {
    if (faces === undefined) return notSetUp()
    try {
      const measured = await readMeasuredModel(faces)
      return judgeFaceModel(measured, await answerOf(faces, measured))
    } catch (error) {
      if (error instanceof FaceModelError) return refusedFiles(error)
      throw error
    }
  }),
}

/** `answers` of a model that makes an embedding of a picture. */
type ModelAnswer = 'answers' | 'silent' | Extract<ModelState, 'slow_start'>

/** In a process of its own. */
async function answerOf(files: FaceModelFiles, measured: UsableMeasurement): Promise<ModelAnswer> {
  const embedder = openFaceEmbedder({
    file: files.modelFile,
    sha256: async () => measured.modelSha256,
  })
  try {
    if ((await embedder.load()) === 'slow_start') return 'slow_start'
    return typeof (await embedder.embed(emptyPicture)) === 'string' ? 'silent' : 'answers'
  } finally {
    embedder.close()
  }
}

export function judgeFaceModel(
  { measurement, modelSha256 }: UsableMeasurement,
  answer: ModelAnswer,
): DoctorOutcome {
  const model = modelSha256.slice(0, 12)
  if (answer === 'slow_start') {
    return warning('slow_start', { values: { model, limit_ms: faceLimits.startMs.first } })
  }
  if (answer === 'silent') return failed('broken', { values: { model } })
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
