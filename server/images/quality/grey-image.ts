// The small grey copy that quality is measured on, and its reduction. Pure.

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

/** Shares of 256 of red, green and blue: 0.2126, 0.7152 and 0.0722. */
const redShare = 54
const greenShare = 183
const blueShare = 19
const half = 128

/**
 * Returns the brightness of each pixel (luma, ITU-R BT.709). Computed here, because
 * libvips converts by way of linear light: more work than decoding, and done before the reduction.
 */
export function toGrey({ samples, width, height, channels }: ColourImage): GreyImage {
  if (channels < 3) return { pixels: firstChannel(samples, channels), width, height }
  const pixels = Buffer.allocUnsafeSlow(width * height)
  const first = channels === 3 ? greyOfFours(samples, pixels) : 0
  for (let pixel = first, at = first * channels; pixel < pixels.length; pixel += 1) {
    pixels[pixel] = luma256(samples[at] ?? 0, samples[at + 1] ?? 0, samples[at + 2] ?? 0) >> 8
    at += channels
  }
  return { pixels, width, height }
}

/**
 * Reads four pixels of three bytes as three words and writes them as one, which takes two thirds of the time. Returns
 * how many pixels are done: all but the last three at most.
 */
function greyOfFours(samples: Buffer, pixels: Buffer): number {
  const from = new DataView(samples.buffer, samples.byteOffset, samples.length)
  const to = new DataView(pixels.buffer, pixels.byteOffset, pixels.length)
  const done = pixels.length - (pixels.length % 4)
  for (let pixel = 0, at = 0; pixel < done; pixel += 4, at += 12) {
    const one = from.getUint32(at, true)
    const two = from.getUint32(at + 4, true)
    const three = from.getUint32(at + 8, true)
    const first = luma256(one & 0xff, (one >>> 8) & 0xff, (one >>> 16) & 0xff)
    const second = luma256(one >>> 24, two & 0xff, (two >>> 8) & 0xff)
    const third = luma256((two >>> 16) & 0xff, two >>> 24, three & 0xff)
    const fourth = luma256((three >>> 8) & 0xff, (three >>> 16) & 0xff, three >>> 24)
    const word =
      (first >> 8) | (second & 0xff00) | ((third & 0xff00) << 8) | ((fourth & 0xff00) << 16)
    to.setUint32(pixel, word, true)
  }
  return done
}

/** Brightness in 256ths of a level, rounded to be cut off. */
function luma256(red: number, green: number, blue: number): number {
  return redShare * red + greenShare * green + blueShare * blue + half
}

function firstChannel(samples: Buffer, channels: number): Buffer {
  if (channels === 1) return samples
  return Buffer.from(samples.filter((_, at) => at % channels === 0))
}

/** Samples along each side of what a reduced pixel replaces: enough for its mean. */
const samplesPerSide = 3

/**
 * Reduces the copy by `times` on each side; every new pixel is the mean of the ones it replaces, of a sample of them.
 */
export function reduceGrey({ pixels, width, height }: GreyImage, times: number): GreyImage {
  const columns = Math.max(1, Math.round(width / times))
  const lines = Math.max(1, Math.round(height / times))
  const apart = Math.max(1, Math.floor(times / samplesPerSide))
  const edgesAcross = edgesOf(width, columns)
  const edgesDown = edgesOf(height, lines)
  const reduced = Buffer.allocUnsafeSlow(columns * lines)
  for (let line = 0, target = 0; line < lines; line += 1) {
    const top = edgesDown[line] ?? 0
    const bottom = edgesDown[line + 1] ?? 0
    for (let column = 0; column < columns; column += 1, target += 1) {
      const left = edgesAcross[column] ?? 0
      const right = edgesAcross[column + 1] ?? 0
      let sum = 0
      let count = 0
      for (let y = top; y < bottom; y += apart) {
        const end = y * width + right
        for (let at = y * width + left; at < end; at += apart) {
          sum += pixels[at] ?? 0
          count += 1
        }
      }
      reduced[target] = Math.round(sum / count)
    }
  }
  return { pixels: reduced, width: columns, height: lines }
}

/** Returns where `parts` equal parts of a length begin, and its end. */
function edgesOf(length: number, parts: number): Int32Array {
  return Int32Array.from({ length: parts + 1 }, (_, index) => Math.floor((index * length) / parts))
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
