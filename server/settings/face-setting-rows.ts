// The settings of the bank's own face model. Rows of the table of settings.

import { readableFile } from './setting-files.ts'
import { needed } from './setting-row.ts'

export const faceSettings = {
  'faces.modelFile': needed('SVC_FACE_MODEL', readableFile, {
    otherwise: 'none, so no faces are compared',
    help: 'The bank’s own face model, one ONNX file. It compares the document’s portrait with the selfie, as advice to reviewers, and decides nothing.',
  }),
  'faces.measurementFile': needed('SVC_FACE_MEASUREMENT', readableFile, {
    help: 'The file that svc faces measure --out wrote about that model, measured on the bank’s own documents and selfies: the threshold is taken from it.',
  }),
}
