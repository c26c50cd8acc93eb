// The small grey copy on which quality is measured, and what libvips does with it off the event loop.

import type { Sharp } from './load-sharp.ts'

/** One byte a pixel, 0 black to 255 white, line by line. */
export interface GreyPicture {
  readonly pixels: Buffer
  readonly width: number
  readonly height: number
}

/**
 * Long side of the grey copy: what a card has to have at least. It bounds the work of every measure, and
 * the noise of a camera with more pixels has been averaged away.
 */
export const greySidePixels = 1_600

/** The copy again, `times` smaller on each side, every new pixel the mean of those it stands for. */
export async function reduceGrey(
  sharp: Sharp,
  { pixels, width, height }: GreyPicture,
  times: number,
): Promise<GreyPicture> {
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

/** How many pixels there are of each level, 0 to 255; only those that `counts` lets through. */
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

/** The level below which `share` (0 to 1) of the pixels lie; 0 where there are none. */
export function quantile(levels: Uint32Array, share: number): number {
  const total = levels.reduce((sum, count) => sum + count, 0)
  let below = 0
  for (const [level, count] of levels.entries()) {
    below += count
    if (below > (total - 1) * share) return total === 0 ? 0 : level
  }
  return 0
}
