// The process that reads zones outside the server: one picture at a time in, its reading out.

import { decodeOptions } from '../images/decoder/decode-limits.ts'
import type { Frame } from '../images/decoder/frames.ts'
import { loadSharp, type Sharp } from '../images/decoder/load-sharp.ts'
import { plainImage } from '../images/decoder/plain-image.ts'
import { type OrderReply, serveOrders } from '../images/decoder/serve-orders.ts'
import { imageBytesMax } from '../images/image.ts'
import type { GreyPicture } from './grey-picture.ts'
import type { MrzOrder, MrzProgramAnswer } from './mrz-order.ts'
import type { MrzReading } from './mrz-reading.ts'
import { readZone } from './read-zone.ts'
import { loadRecogniser, type Recogniser } from './recogniser.ts'

const fineSidePixels = 2_000
const coarseSidePixels = 1_000

/** Upright, on white. */
function finePicture(sharp: Sharp, bytes: Buffer): Promise<GreyPicture> {
  const size = { width: fineSidePixels, height: fineSidePixels }
  const upright = sharp(bytes, { ...decodeOptions, autoOrient: true })
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .greyscale()
  return greyPixels(upright)
}

/**
 * From the fine one, which saves decoding twice. The letters of a small picture hang together until they are enlarged.
 */
function coarsePicture(sharp: Sharp, { pixels, width, height }: GreyPicture): Promise<GreyPicture> {
  const size = { width: coarseSidePixels, height: coarseSidePixels }
  const resized = sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize({ ...size, fit: 'inside' })
    .toColourspace('b-w')
  return greyPixels(resized)
}

async function greyPixels(picture: ReturnType<Sharp>): Promise<GreyPicture> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const pixels = info.channels === 1 ? data : data.filter((_, at) => at % info.channels === 0)
  return { pixels, width: info.width, height: info.height }
}

async function execute(
  tools: { readonly sharp: Sharp; readonly recognise: Recogniser },
  frame: Frame,
): Promise<OrderReply<MrzProgramAnswer>> {
  const before = process.cpuUsage()
  const { year, tryingMsMax } = frame.head as MrzOrder
  try {
    const picture = plainImage(frame.body)
    const original = await tools.sharp(picture, decodeOptions).metadata()
    const fine = await finePicture(tools.sharp, picture)
    const coarse = await coarsePicture(tools.sharp, fine)
    const isLate = () => {
      const { user, system } = process.cpuUsage(before)
      return user + system > tryingMsMax * 1_000
    }
    const reading = await readZone(fine, coarse, { recognise: tools.recognise, year, isLate })
    const scale = Math.max(original.width, original.height) / Math.max(fine.width, fine.height)
    return [answerOf(reading, scale)]
  } catch {
    return [{ kind: 'failed' }]
  }
}

/** `scale` leads from the pixels that were read to those of the picture. */
function answerOf(reading: MrzReading, scale: number): MrzProgramAnswer {
  if (reading.verdict === 'no_zone') return { kind: 'no_zone' }
  const { verdict, lines, zone, confidence } = reading
  const scaled = ({ x, y }: { readonly x: number; readonly y: number }) => ({
    x: x * scale,
    y: y * scale,
  })
  return {
    kind: 'read',
    verdict,
    lines: [...lines],
    zone: {
      topLeft: scaled(zone.topLeft),
      topRight: scaled(zone.topRight),
      bottomRight: scaled(zone.bottomRight),
      bottomLeft: scaled(zone.bottomLeft),
    },
    confidence: Math.min(1, confidence),
  }
}

/** @param error of a runtime or a model that does not load */
function unavailable(error: unknown): MrzProgramAnswer {
  const isDamaged = error instanceof Error && error.message === 'the model is damaged'
  return { kind: 'unavailable', reason: isDamaged ? 'model_damaged' : 'model_missing' }
}

await serveOrders({
  orderBytesMax: imageBytesMax,
  uncollectedBytesMax: 24 * 1024 * 1024,
  load: async () => ({ sharp: await loadSharp(), recognise: await loadRecogniser() }),
  explain: unavailable,
  execute,
})
