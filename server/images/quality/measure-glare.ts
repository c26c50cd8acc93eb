// Measures glare: light reflected by a document's plastic that burns out the print below. Burnt-out
// pixels alone prove nothing, because white paper and white backgrounds are burnt out too. Pure.

import { type GreyImage, histogram, quantile } from './grey-image.ts'

/** Level from which a pixel counts as burnt out. */
const burntLevelMin = 250

/**
 * Level from which a pixel belongs to a patch: lower, because the levels of a white area vary
 * around `burntLevelMin`.
 */
const patchLevelMin = 240

/**
 * Median level of a document up to which glare stands out from the paper; white on white cannot be
 * distinguished.
 */
const paperLevelMax = 235

/** Burnt-out share of the image below which a patch is ignored: it hides no letter. */
const patchShareMin = 0.0005

/** Number of rings around a patch that are examined, on an image 200 pixels long. */
const haloSteps = 3

/**
 * How far from the paper's level towards white the surroundings of a patch must be to count as
 * halo. Flash spots on plastic measure 0.3 to 0.75; printed white ends in an edge: 0 and less.
 */
const haloLiftMin = 0.25

/** Connected pixels that are white or nearly so. */
interface Patch {
  readonly pixels: readonly number[]
  /** Number of burnt-out pixels. */
  readonly burnt: number
  /** Touches the image's edge: background, not document. */
  readonly atEdge: boolean
}

/**
 * Returns the percentage of the image that is burnt out by glare: white patches that do not touch
 * the image's edge and fade into their surroundings. A patch with a hard edge is white print.
 */
export function measureGlare(image: GreyImage): number {
  const total = image.pixels.length
  if (countBurnt(image) < total * patchShareMin) return 0
  const patches = findPatches(image)
  const paperLevel = medianWithoutBackground(image, patches)
  if (paperLevel > paperLevelMax) return 0
  const glaring = patches.filter(
    (patch) =>
      !patch.atEdge && patch.burnt >= total * patchShareMin && hasHalo(image, patch, paperLevel),
  )
  return (100 * glaring.reduce((sum, patch) => sum + patch.burnt, 0)) / total
}

function countBurnt({ pixels }: GreyImage): number {
  let count = 0
  for (const level of pixels) if (level >= burntLevelMin) count += 1
  return count
}

function findPatches(image: GreyImage): readonly Patch[] {
  const open = new Uint8Array(image.pixels).map((level) => (level >= patchLevelMin ? 1 : 0))
  const patches: Patch[] = []
  for (let start = 0; start < open.length; start += 1) {
    if (open[start] === 1) patches.push(takePatch(image, open, start))
  }
  return patches
}

/** Collects the patch around `start` and clears its pixels in `open`. */
function takePatch(image: GreyImage, open: Uint8Array, start: number): Patch {
  const pixels = [start]
  let atEdge = false
  open[start] = 0
  for (let index = 0; index < pixels.length; index += 1) {
    const around = neighbours(image, pixels[index] ?? start)
    if (around.length < 4) atEdge = true
    for (const pixel of around) {
      if (open[pixel] !== 1) continue
      open[pixel] = 0
      pixels.push(pixel)
    }
  }
  const burnt = pixels.filter((pixel) => (image.pixels[pixel] ?? 0) >= burntLevelMin).length
  return { pixels, burnt, atEdge }
}

/** Returns the pixels above, below, left and right; fewer than four at the image's edge. */
function neighbours({ width, height }: GreyImage, pixel: number): number[] {
  const x = pixel % width
  const around: number[] = []
  if (x > 0) around.push(pixel - 1)
  if (x < width - 1) around.push(pixel + 1)
  if (pixel >= width) around.push(pixel - width)
  if (pixel < width * (height - 1)) around.push(pixel + width)
  return around
}

function medianWithoutBackground(image: GreyImage, patches: readonly Patch[]): number {
  const background = new Uint8Array(image.pixels.length)
  for (const patch of patches) {
    if (patch.atEdge) for (const pixel of patch.pixels) background[pixel] = 1
  }
  return quantile(
    histogram(image.pixels, (pixel) => background[pixel] === 0),
    0.5,
  )
}

/** Whether brightness falls off slowly around the patch. */
function hasHalo(image: GreyImage, patch: Patch, paperLevel: number): boolean {
  const rings = ringsAround(image, patch, haloSteps)
  const levels = rings.map((ring) =>
    quantile(histogram(Uint8Array.from(ring, (pixel) => image.pixels[pixel] ?? 0)), 0.5),
  )
  const outermost = levels.at(-1) ?? 0
  const falls = levels.every((level, index) => index === 0 || level <= (levels[index - 1] ?? 255))
  return falls && (outermost - paperLevel) / (255 - paperLevel) >= haloLiftMin
}

/** Returns the pixels one step away from the patch, then two steps, and so on. */
function ringsAround(image: GreyImage, patch: Patch, steps: number): readonly number[][] {
  const seen = new Set(patch.pixels)
  const rings: number[][] = []
  let inner: readonly number[] = patch.pixels
  for (let step = 0; step < steps; step += 1) {
    const ring: number[] = []
    for (const pixel of inner.flatMap((from) => neighbours(image, from))) {
      if (seen.has(pixel)) continue
      seen.add(pixel)
      ring.push(pixel)
    }
    rings.push(ring)
    inner = ring
  }
  return rings
}
