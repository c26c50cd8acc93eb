// The small grey copy on which quality is measured, and what libvips does with it off the event loop.

import type { Stats } from 'sharp'
import type { Sharp } from './load-sharp.ts'

/** One byte a pixel, 0 black to 255 white, line by line. */
export interface GreyPicture {
  readonly pixels: Buffer
  readonly width: number
  readonly height: number
}

/**
 * Long side of the grey copy. At 800 pixels a card's small print is just resolved, and the noise of a
 * camera's sensor, which would pass for sharpness, has been averaged away.
 */
export const greySidePixels = 800

/** Mean, spread and edges of the whole copy. */
export function statisticsOf(sharp: Sharp, { pixels, width, height }: GreyPicture): Promise<Stats> {
  return sharp(pixels, { raw: { width, height, channels: 1 } }).stats()
}

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

/** The level that `share` (0 to 1) of the given levels do not reach. */
export function quantile(levels: Uint8Array, share: number): number {
  const sorted = Uint8Array.from(levels).sort()
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}
