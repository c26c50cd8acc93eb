// Makes the image shown in the console: an upright JPEG, encoded anew, so that no byte of the
// uploaded file reaches a browser, neither the camera's metadata nor anything hidden behind the
// image.

import type { Sharp as SharpImage } from 'sharp'
import { boxWithin, type ImagePart, type PixelBox } from '../../markets/document-layouts.ts'
import type { ImageFacts } from '../image.ts'
import { decodeOptions } from './decode-limits.ts'
import type { Sharp } from './load-sharp.ts'
import { plainImage } from './plain-image.ts'

/** JPEG quality, 1 to 100. */
const qualityOfPreview = 80
const qualityOfFull = 90

export interface ScreenCopy {
  /** Longest side; null to keep the size. */
  readonly sidePixelsMax: number | null
  /** The part of the upright image that is shown, turned straight; null for all of it. */
  readonly crop: ImagePart | null
}

/**
 * `facts` are those of the inspection; `bytes` must be the inspected ones.
 * @throws Error when `bytes` are not the inspected ones
 */
export async function toScreenJpeg(
  sharp: Sharp,
  bytes: Buffer,
  facts: ImageFacts,
  { sidePixelsMax, crop, secondsMax }: ScreenCopy & { readonly secondsMax: number },
): Promise<Buffer> {
  const whole = sharp(plainImage(bytes), { ...decodeOptions, autoOrient: true })
    .timeout({ seconds: secondsMax })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
  if (crop !== null && crop.turn !== 0) {
    const straight = await turnStraight(sharp, whole, crop, { facts, sidePixelsMax })
    return straight.jpeg({ quality: qualityOfPreview }).toBuffer()
  }
  const upright = crop === null ? whole : whole.extract(boxWithin(crop, facts))
  if (sidePixelsMax === null) {
    return upright.jpeg({ quality: qualityOfFull, optimiseCoding: false }).toBuffer()
  }
  const box = { width: sidePixelsMax, height: sidePixelsMax }
  return upright
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: qualityOfPreview })
    .toBuffer()
}

/** White where the part reaches beyond the image. */
async function turnStraight(
  sharp: Sharp,
  upright: SharpImage,
  part: ImagePart,
  { facts, sidePixelsMax }: { readonly facts: ImageFacts } & Pick<ScreenCopy, 'sidePixelsMax'>,
): Promise<SharpImage> {
  const around = boxAround(part)
  const inside = boxWithin(around, facts)
  const scale = Math.min(1, (sidePixelsMax ?? Infinity) / Math.max(part.width, part.height))
  const scaled = (pixels: number) => Math.max(1, Math.round(pixels * scale))
  const beyond = {
    left: Math.max(0, inside.left - around.left),
    top: Math.max(0, inside.top - around.top),
    right: Math.max(0, around.left + around.width - inside.left - inside.width),
    bottom: Math.max(0, around.top + around.height - inside.top - inside.height),
  }
  const cut = await upright
    .extract(inside)
    .resize({ width: scaled(inside.width), height: scaled(inside.height), fit: 'fill' })
    .extend({
      left: Math.round(beyond.left * scale),
      top: Math.round(beyond.top * scale),
      right: Math.round(beyond.right * scale),
      bottom: Math.round(beyond.bottom * scale),
      background: 'white',
    })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const turned = await sharp(cut.data, { raw: cut.info })
    .rotate(-part.turn, { background: 'white' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = turned.info
  const straight = { width: scaled(part.width), height: scaled(part.height) }
  const middle = { left: (width - straight.width) / 2, top: (height - straight.height) / 2 }
  return sharp(turned.data, { raw: turned.info }).extract(
    boxWithin({ ...middle, ...straight }, { width, height }),
  )
}

/** The upright box that holds the turned part. */
function boxAround({ left, top, width, height, turn }: ImagePart): PixelBox {
  const radians = (turn * Math.PI) / 180
  const [cos, sin] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))]
  const across = width * cos + height * sin
  const down = width * sin + height * cos
  return {
    left: left + (width - across) / 2,
    top: top + (height - down) / 2,
    width: across,
    height: down,
  }
}
