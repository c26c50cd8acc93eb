// Runs the bank's own face model: an ONNX file that makes an embedding of a picture of 112 x 112 pixels, on one thread.

import { decodeOptions } from '../images/decoder/decode-limits.ts'
import type { Sharp } from '../images/decoder/load-sharp.ts'
import { openOnnxModel } from '../images/onnx-model.ts'
import { embeddingNumbers } from './face-limits.ts'

const sidePixels = 112
const planePixels = sidePixels * sidePixels
const planeCount = 3
/** ArcFace's scale: levels 0 to 255 become -1 to 1. */
const halfLevel = 127.5

/** `planes` are those of `squarePlanes`. @throws Error for another output than one embedding */
export type FaceModel = (planes: Float32Array) => Promise<Float32Array>

/**
 * Loads the model and tries it once on a grey square.
 * @throws Error when the bytes are no ONNX model of one input [1, 3, 112, 112], or its first output is no embedding
 */
export async function loadFaceModel(bytes: Uint8Array): Promise<FaceModel> {
  const model = await openOnnxModel(bytes)
  if (model.inputNames.length !== 1) throw new Error('the model does not have one input')
  const run: FaceModel = async (planes) => {
    const { numbers } = await model.run(planes, [1, planeCount, sidePixels, sidePixels])
    const { min, max } = embeddingNumbers
    if (numbers.length < min || numbers.length > max) throw new Error('the output is no embedding')
    return numbers
  }
  await run(new Float32Array(planeCount * planePixels))
  return run
}

/**
 * Returns the upright picture's centre square, 112 x 112, as planes of red, green and blue from -1 to 1.
 * @throws Error when the picture does not decode
 */
export async function squarePlanes(sharp: Sharp, picture: Buffer): Promise<Float32Array> {
  const { data, info } = await sharp(picture, { ...decodeOptions, autoOrient: true })
    .resize({ width: sidePixels, height: sidePixels, fit: 'cover', position: 'centre' })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const planes = new Float32Array(planeCount * planePixels)
  for (let plane = 0; plane < planeCount; plane += 1) {
    // A grey picture has one channel, which then stands for all three.
    const channel = Math.min(plane, info.channels - 1)
    for (let pixel = 0; pixel < planePixels; pixel += 1) {
      const level = data[pixel * info.channels + channel] ?? 0
      planes[plane * planePixels + pixel] = (level - halfLevel) / halfLevel
    }
  }
  return planes
}
