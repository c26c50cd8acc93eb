// The small grey copy that quality is measured on, and the reduction of it by libvips, off the
// event loop.

import type { Sharp } from './load-sharp.ts'

/** One byte a pixel, 0 black to 255 white, line by line. */
export interface GreyImage {
  readonly pixels: Buffer
  readonly width: number
  readonly height: number
}

/** One byte a channel: grey, or red, green and blue; further channels are ignored. */
export interface ColourImage {
  readonly samples: Buffer
  readonly width: number
  readonly height: number
  readonly channels: number
}

/**
 * Long side of the grey copy in pixels: the minimum for a card. It bounds the work of every
 * measure, and averages away the noise of cameras with more pixels.
 */
export const greySidePixels = 1_600

/**
 * Returns the brightness of each pixel (luma, ITU-R BT.709). Computed here, because
 * libvips converts by way of linear light: more work than decoding, and done before the reduction.
 */
export function toGrey({ samples, width, height, channels }: ColourImage): GreyImage {
  if (channels < 3) return { pixels: firstChannel(samples, channels), width, height }
  const pixels = Buffer.allocUnsafeSlow(width * height)
  for (let pixel = 0, at = 0; pixel < pixels.length; pixel += 1, at += channels) {
    const red = samples[at] ?? 0
    const green = samples[at + 1] ?? 0
    const blue = samples[at + 2] ?? 0
    // Shares of 256: 0.2126, 0.7152 and 0.0722.
    pixels[pixel] = (54 * red + 183 * green + 19 * blue + 128) >> 8
  }
  return { pixels, width, height }
}

function firstChannel(samples: Buffer, channels: number): Buffer {
  if (channels === 1) return samples
  return Buffer.from(samples.filter((_, at) => at % channels === 0))
}

/**
 * Reduces the copy by `times` on each side; every new pixel is the mean of the ones it replaces.
 */
export async function reduceGrey(
  sharp: Sharp,
  { pixels, width, height }: GreyImage,
  times: number,
): Promise<GreyImage> {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize({
      width: Math.max(1, Math.round(width / times)),
      height: Math.max(1, Math.round(height / times)),
      fit: 'fill',
    })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

/** Counts the pixels of each level, 0 to 255, for which `counts` returns true. */
export function histogram(
  pixels: Uint8Array,
  counts: (pixel: number) => boolean = () => true,
): Uint32Array {
  const levels = new Uint32Array(256)
  for (let pixel = 0; pixel < pixels.length; pixel += 1) {
    const level = pixels[pixel] ?? 0
    if (counts(pixel)) levels[level] = (levels[level] ?? 0) + 1
  }
  return levels
}

/** Returns the level below which `share` (0 to 1) of the pixels are; 0 where there are none. */
export function quantile(levels: Uint32Array, share: number): number {
  const total = levels.reduce((sum, count) => sum + count, 0)
  let below = 0
  for (const [level, count] of levels.entries()) {
    below += count
    if (below > (total - 1) * share) return total === 0 ? 0 : level
  }
  return 0
}
