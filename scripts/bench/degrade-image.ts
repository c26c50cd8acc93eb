// Degrades photos in ways that make them unreadable and in ways that do not, for the benchmark of the preflight.
// Lengths are pixels of the original photo. Results are reproducible: noise has a fixed seed.

import sharp, { type Sharp } from 'sharp'
import type { GreyImage } from '../../server/images/quality/grey-image.ts'

interface Fault {
  readonly fault: string
  readonly variants: readonly {
    readonly name: string
    readonly make: (grey: GreyImage, original: Buffer) => Promise<Buffer>
  }[]
}

export async function openGrey(bytes: Buffer): Promise<GreyImage> {
  return toGrey(sharp(bytes).autoOrient().flatten({ background: 'white' }))
}

const angles = [0, 30, 75, 135]
const cameraQuality = 90

const motions = [9, 15, 25, 41, 61].map((length) => ({
  fault: `motion blur of ${length} px, in four directions`,
  variants: angles.map((degrees) => ({
    name: `motion ${length} at ${degrees}`,
    make: (grey: GreyImage) => toJpeg(shake(grey, { length, degrees })),
  })),
}))

export const unreadable: readonly Fault[] = [
  ...motions,
  {
    fault: 'out of focus (Gaussian of 3, 5 and 8 px, disc of 5 and 9 px)',
    variants: [
      ...[3, 5, 8].map((sigma) => ({
        name: `Gaussian ${sigma}`,
        make: async (grey: GreyImage) => toJpeg(await soften(grey, sigma)),
      })),
      ...[5, 9].map((radius) => ({
        name: `disc ${radius}`,
        make: async (grey: GreyImage) => toJpeg(defocus(grey, radius)),
      })),
    ],
  },
  {
    fault: 'blur with noise of 6, 12 and 20 levels',
    variants: [6, 12, 20].flatMap((sigma) => [
      {
        name: `Gaussian 4, noise ${sigma}`,
        make: async (grey: GreyImage) => toJpeg(addNoise(await soften(grey, 4), sigma)),
      },
      {
        name: `motion 15, noise ${sigma}`,
        make: (grey: GreyImage) =>
          toJpeg(addNoise(shake(grey, { length: 15, degrees: 30 }), sigma)),
      },
    ]),
  },
  {
    fault: 'motion blur, then JPEG of quality 50',
    variants: [11, 31].map((length) => ({
      name: `motion ${length}, quality 50`,
      make: (grey: GreyImage) => toJpeg(shake(grey, { length, degrees: 120 }), 50),
    })),
  },
  {
    fault: 'JPEG of quality 3 and 5',
    variants: [3, 5].map((quality) => ({
      name: `quality ${quality}`,
      make: (_: GreyImage, original: Buffer) => sharp(original).jpeg({ quality }).toBuffer(),
    })),
  },
  {
    fault: 'strips of 2400 x 40 and 1600 x 300',
    variants: [
      [2_400, 40],
      [1_600, 300],
    ].map(([width = 0, height = 0]) => ({
      name: `${width} x ${height}`,
      make: (_: GreyImage, original: Buffer) =>
        sharp(original).resize({ width, height, fit: 'cover' }).jpeg().toBuffer(),
    })),
  },
]

type Change = (original: Buffer) => Promise<Buffer>
const changes: Readonly<Record<string, Change>> = {
  'as it is': async (original) => original,
  'as PNG': (original) => sharp(original).png({ compressionLevel: 1 }).toBuffer(),
  'JPEG of quality 40': (original) => sharp(original).jpeg({ quality: 40 }).toBuffer(),
  'JPEG of quality 20': (original) => sharp(original).jpeg({ quality: 20 }).toBuffer(),
  'in 60 % of its light': (original) =>
    sharp(original).linear(0.6, 0).jpeg({ quality: cameraQuality }).toBuffer(),
  'turned by four degrees': (original) =>
    sharp(original).rotate(4, { background: '#777' }).jpeg({ quality: cameraQuality }).toBuffer(),
  'noise of 6 levels': async (original) => toJpeg(addNoise(await openGrey(original), 6)),
  'noise of 12 levels': async (original) => toJpeg(addNoise(await openGrey(original), 12)),
  'barely soft (Gaussian of 0.7 px)': (original) =>
    sharp(original).blur(0.7).jpeg({ quality: cameraQuality }).toBuffer(),
}

export const readable: readonly Fault[] = Object.entries(changes).map(([name, change]) => ({
  fault: name,
  variants: [{ name, make: (_: GreyImage, original: Buffer) => change(original) }],
}))

function shake(
  grey: GreyImage,
  { length, degrees }: { length: number; degrees: number },
): GreyImage {
  const turn = (degrees * Math.PI) / 180
  const way = Array.from({ length }, (_, index) => {
    const along = index - (length - 1) / 2
    return [Math.round(along * Math.cos(turn)), Math.round(along * Math.sin(turn))] as const
  })
  return meanOver(grey, way)
}

function defocus(grey: GreyImage, radius: number): GreyImage {
  const span = Array.from({ length: 2 * radius + 1 }, (_, index) => index - radius)
  const disc = span.flatMap((y) => span.map((x) => [x, y] as const))
  return meanOver(
    grey,
    disc.filter(([x, y]) => x * x + y * y <= radius * radius),
  )
}

/** Replaces every pixel by the mean of the pixels at the offsets; edge pixels are repeated outwards. */
function meanOver(grey: GreyImage, offsets: readonly (readonly [number, number])[]): GreyImage {
  const { pixels, width, height } = grey
  const margin = Math.max(...offsets.map(([dx]) => Math.abs(dx)))
  const totals = runningTotals(grey, margin)
  const lineLength = width + 2 * margin + 1
  const sums = new Float32Array(pixels.length)
  for (const { dy, first, last } of runsOf(offsets)) {
    for (let y = 0; y < height; y += 1) {
      const line = Math.min(height - 1, Math.max(0, y + dy)) * lineLength + margin
      for (let x = 0; x < width; x += 1) {
        const sum = (totals[line + x + last + 1] ?? 0) - (totals[line + x + first] ?? 0)
        sums[y * width + x] = (sums[y * width + x] ?? 0) + sum
      }
    }
  }
  return { ...grey, pixels: Buffer.from(sums.map((sum) => sum / offsets.length)) }
}

/** The sums of all pixels before each one of its line, with `margin` repeated pixels at both ends. */
function runningTotals({ pixels, width, height }: GreyImage, margin: number): Int32Array {
  const lineLength = width + 2 * margin + 1
  const totals = new Int32Array(lineLength * height)
  for (let y = 0; y < height; y += 1) {
    let total = 0
    for (let at = 1; at < lineLength; at += 1) {
      const x = Math.min(width - 1, Math.max(0, at - 1 - margin))
      total += pixels[y * width + x] ?? 0
      totals[y * lineLength + at] = total
    }
  }
  return totals
}

interface Run {
  readonly dy: number
  readonly first: number
  readonly last: number
}

/** Joins offsets that lie side by side; an offset that occurs twice counts twice. */
function runsOf(offsets: readonly (readonly [number, number])[]): readonly Run[] {
  const runs: Run[] = []
  for (const [dx, dy] of offsets.toSorted((one, other) => one[1] - other[1] || one[0] - other[0])) {
    const before = runs.at(-1)
    if (before?.dy === dy && before.last === dx - 1) {
      runs[runs.length - 1] = { ...before, last: dx }
    } else runs.push({ dy, first: dx, last: dx })
  }
  return runs
}

async function soften(grey: GreyImage, sigma: number): Promise<GreyImage> {
  return toGrey(fromGrey(grey).blur(sigma))
}

function addNoise(grey: GreyImage, sigma: number): GreyImage {
  const draw = normalDraw()
  const noisy = Float32Array.from(grey.pixels, (level) => level + sigma * draw())
  return { ...grey, pixels: Buffer.from(Uint8ClampedArray.from(noisy)) }
}

/** Generates standard normal numbers (Box-Muller) from a generator with a fixed seed. */
function normalDraw(): () => number {
  let state = 0x2545f491
  const even = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return ((state >>> 0) + 1) / 4_294_967_297
  }
  return () => Math.sqrt(-2 * Math.log(even())) * Math.cos(2 * Math.PI * even())
}

function fromGrey({ pixels, width, height }: GreyImage) {
  return sharp(pixels, { raw: { width, height, channels: 1 } })
}

async function toGrey(image: Sharp): Promise<GreyImage> {
  const { data, info } = await image.greyscale().raw().toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

function toJpeg(grey: GreyImage, quality = cameraQuality): Promise<Buffer> {
  return fromGrey(grey).jpeg({ quality }).toBuffer()
}
