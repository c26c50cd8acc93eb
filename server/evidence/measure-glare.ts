// Finds glare: light mirrored by a document's plastic that burns out what is printed below it. Burnt-out
// pixels alone prove nothing, since white paper and white backgrounds are burnt out too. Pure.

import { type GreyPicture, histogram, quantile } from './grey-picture.ts'

/** Level from which a pixel counts as burnt out. */
const burntLevelMin = 250

/** Level from which a pixel belongs to a patch: a white field hovers about `burntLevelMin`. */
const patchLevelMin = 240

/** Median level of a document up to which glare stands out from its paper; white on white cannot be told. */
const paperLevelMax = 235

/** Burnt-out share of the picture that makes a patch worth looking at: less hides no letter. */
const patchShareMin = 0.0005

/** Steps outwards at which a patch's surroundings are looked at, on a picture 200 pixels long. */
const haloSteps = 3

/**
 * How far from the paper's level towards white the surroundings of a patch must still be to count as
 * halo. Flash spots on plastic measure 0.3 to 0.75; printed white ends in an edge: 0 and less.
 */
const haloLiftMin = 0.25

/** Pixels that hang together and are white or nearly so. */
interface Patch {
  readonly pixels: readonly number[]
  /** How many of them are burnt out. */
  readonly burnt: number
  /** Reaches the picture's edge: background, not document. */
  readonly atEdge: boolean
}

/**
 * Percent of the picture that is burnt out by glare: white patches that do not reach the picture's edge
 * and fade into their surroundings. A patch with a hard edge is white print.
 */
export function measureGlare(picture: GreyPicture): number {
  const patches = findPatches(picture)
  const paperLevel = medianWithoutBackground(picture, patches)
  if (paperLevel > paperLevelMax) return 0
  const total = picture.pixels.length
  const glaring = patches.filter(
    (patch) =>
      !patch.atEdge && patch.burnt >= total * patchShareMin && hasHalo(picture, patch, paperLevel),
  )
  return (100 * glaring.reduce((sum, patch) => sum + patch.burnt, 0)) / total
}

function findPatches(picture: GreyPicture): readonly Patch[] {
  const open = new Uint8Array(picture.pixels).map((level) => (level >= patchLevelMin ? 1 : 0))
  const patches: Patch[] = []
  for (let start = 0; start < open.length; start += 1) {
    if (open[start] === 1) patches.push(takePatch(picture, open, start))
  }
  return patches
}

/** Collects the patch around `start` and strikes its pixels off `open`. */
function takePatch(picture: GreyPicture, open: Uint8Array, start: number): Patch {
  const pixels = [start]
  let atEdge = false
  open[start] = 0
  for (let index = 0; index < pixels.length; index += 1) {
    const around = neighbours(picture, pixels[index] ?? start)
    if (around.length < 4) atEdge = true
    for (const pixel of around) {
      if (open[pixel] !== 1) continue
      open[pixel] = 0
      pixels.push(pixel)
    }
  }
  const burnt = pixels.filter((pixel) => (picture.pixels[pixel] ?? 0) >= burntLevelMin).length
  return { pixels, burnt, atEdge }
}

/** The pixels above, below, left and right; fewer than four at the picture's edge. */
function neighbours({ width, height }: GreyPicture, pixel: number): number[] {
  const x = pixel % width
  const around: number[] = []
  if (x > 0) around.push(pixel - 1)
  if (x < width - 1) around.push(pixel + 1)
  if (pixel >= width) around.push(pixel - width)
  if (pixel < width * (height - 1)) around.push(pixel + width)
  return around
}

function medianWithoutBackground(picture: GreyPicture, patches: readonly Patch[]): number {
  const background = new Uint8Array(picture.pixels.length)
  for (const patch of patches) {
    if (patch.atEdge) for (const pixel of patch.pixels) background[pixel] = 1
  }
  return quantile(
    histogram(picture.pixels, (pixel) => background[pixel] === 0),
    0.5,
  )
}

/** Whether brightness falls off slowly around the patch. */
function hasHalo(picture: GreyPicture, patch: Patch, paperLevel: number): boolean {
  const rings = ringsAround(picture, patch, haloSteps)
  const levels = rings.map((ring) =>
    quantile(histogram(Uint8Array.from(ring, (pixel) => picture.pixels[pixel] ?? 0)), 0.5),
  )
  const outermost = levels.at(-1) ?? 0
  const falls = levels.every((level, index) => index === 0 || level <= (levels[index - 1] ?? 255))
  return falls && (outermost - paperLevel) / (255 - paperLevel) >= haloLiftMin
}

/** The pixels one step away from the patch, then two, and so on. */
function ringsAround(picture: GreyPicture, patch: Patch, steps: number): readonly number[][] {
  const seen = new Set(patch.pixels)
  const rings: number[][] = []
  let inner: readonly number[] = patch.pixels
  for (let step = 0; step < steps; step += 1) {
    const ring: number[] = []
    for (const pixel of inner.flatMap((from) => neighbours(picture, from))) {
      if (seen.has(pixel)) continue
      seen.add(pixel)
      ring.push(pixel)
    }
    rings.push(ring)
    inner = ring
  }
  return rings
}
