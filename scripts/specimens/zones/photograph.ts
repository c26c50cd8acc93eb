// Takes a simulated photo of a flat sheet: on a table with other things, seen askew and turned, unevenly lit, with a
// reflection, out of focus, noisy, compressed. The same numbers give the same photo.

import sharp from 'sharp'
import type { Chance } from '../../../server/demo/invented/chance.ts'

/** Three bytes a pixel. */
export interface SheetPixels {
  readonly pixels: Buffer
  readonly width: number
  readonly height: number
}

interface Shot {
  readonly longSidePixels: number
  /** Clockwise, of the sheet. */
  readonly turnDegrees: number
  /** Of the camera, about the sheet's two axes. */
  readonly tiltDegrees: readonly [number, number]
  /** Share of the frame that the sheet takes. */
  readonly fill: number
  /** Loss of light from one end to the other, 0 to 1, and its direction. */
  readonly shade: number
  readonly shadeDegrees: number
  /** Levels that the reflection adds in its middle, where in shares of the frame, and its radius. */
  readonly glare: {
    readonly levels: number
    readonly x: number
    readonly y: number
    readonly radius: number
  }
  /** Standard deviations: of the blur in pixels, of the noise in levels. */
  readonly blur: number
  readonly noise: number
  readonly quality: number
}

/** A photo as people take them with a phone: `right` says by how much it is turned, else any angle. */
export function chooseShot(chance: Chance, right?: number): Shot {
  const within = (from: number, to: number) => from + (to - from) * chance.share()
  return {
    longSidePixels: chance.between(1_280, 2_400),
    turnDegrees: right === undefined ? within(0, 360) : right + within(-4, 4),
    tiltDegrees: [within(-16, 16), within(-16, 16)],
    fill: within(0.72, 0.96),
    shade: within(0, 0.5),
    shadeDegrees: within(0, 360),
    glare: { levels: within(0, 100), x: within(0, 1), y: within(0, 1), radius: within(0.05, 0.2) },
    blur: within(0.4, 1.3),
    noise: within(1, 7),
    quality: chance.between(55, 92),
  }
}

export async function photograph(sheet: SheetPixels, shot: Shot, chance: Chance): Promise<Buffer> {
  const isUpright = chance.share() < 0.3
  const long = shot.longSidePixels
  const short = Math.round(long * 0.75)
  const [width, height] = isUpright ? [short, long] : [long, short]
  const corners = cornersOf(sheet, shot, { width, height })
  const shown = await shrink(sheet, distance(corners[0], corners[1]))
  const scene = { width, height, pixels: await table({ width, height }, chance) }
  lay(shown, scene, corners)
  light(scene, shot, chance)
  return sharp(scene.pixels, { raw: { width, height, channels: 3 } })
    .blur(Math.max(0.3, shot.blur))
    .jpeg({ quality: shot.quality })
    .toBuffer()
}

interface Point {
  readonly x: number
  readonly y: number
}
type Corners = readonly [Point, Point, Point, Point]

/** In the frame, clockwise from the sheet's upper left. */
function cornersOf(
  sheet: SheetPixels,
  { turnDegrees, tiltDegrees, fill }: Shot,
  frame: { readonly width: number; readonly height: number },
): Corners {
  const [across, down] = [sheet.width / 2, sheet.height / 2]
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [turn, aboutX, aboutY] = [turnDegrees, ...tiltDegrees].map(radians) as [
    number,
    number,
    number,
  ]
  const away = 3 * across
  const seen = (
    [
      [-across, -down],
      [across, -down],
      [across, down],
      [-across, down],
    ] as const
  ).map(([x, y]) => {
    const depth = x * Math.sin(aboutY) + y * Math.sin(aboutX)
    const near = away / (away + depth)
    const [flatX, flatY] = [x * Math.cos(aboutY) * near, y * Math.cos(aboutX) * near]
    return {
      x: flatX * Math.cos(turn) - flatY * Math.sin(turn),
      y: flatX * Math.sin(turn) + flatY * Math.cos(turn),
    }
  })
  const [left, right] = [Math.min(...seen.map(({ x }) => x)), Math.max(...seen.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...seen.map(({ y }) => y)), Math.max(...seen.map(({ y }) => y))]
  const scale = fill * Math.min(frame.width / (right - left), frame.height / (bottom - top))
  const placed = seen.map(({ x, y }) => ({
    x: frame.width / 2 + (x - (left + right) / 2) * scale,
    y: frame.height / 2 + (y - (top + bottom) / 2) * scale,
  }))
  return placed as unknown as Corners
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}

/** So that what is shown smaller is not sampled too thinly. */
async function shrink(sheet: SheetPixels, width: number): Promise<SheetPixels> {
  const { data, info } = await sharp(sheet.pixels, { raw: { ...sheet, channels: 3 } })
    .resize({ width: Math.round(width * 1.15), withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

const tables = ['#5a4a3c', '#3a4650', '#8d8478', '#2e2a28', '#b9b2a4', '#6f5b4a']

/** Grain, a sheet of paper beneath and a pen. */
async function table(
  { width, height }: { readonly width: number; readonly height: number },
  chance: Chance,
): Promise<Buffer> {
  const grain = Array.from({ length: 30 }, () => {
    const y = chance.between(0, height)
    return `M0 ${y}Q${width / 2} ${y + chance.between(-20, 20)} ${width} ${y + chance.between(-9, 9)}`
  })
  const turn = chance.between(0, 180)
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${chance.oneOf(tables)}"/>
    <path d="${grain.join('')}" fill="none" stroke="#000" stroke-opacity="0.12" stroke-width="2"/>
    <g transform="translate(${chance.between(0, width)} ${chance.between(0, height)}) rotate(${turn})">
      <rect width="${width / 3}" height="${height / 2}" fill="#e9e6dd"/>
      <path d="M30 40h${width / 4}M30 70h${width / 4}M30 100h${width / 5}" stroke="#555" stroke-width="4"/>
      <rect x="-40" y="-60" width="${width / 3}" height="14" rx="7" fill="#16305e"/></g></svg>`
  return sharp(Buffer.from(drawing)).removeAlpha().raw().toBuffer()
}

/** Draws the sheet into the scene, by the projection that leads its corners to these. */
function lay(sheet: SheetPixels, scene: SheetPixels, corners: Corners): void {
  const back = inverse(squareTo(corners))
  const [from, onto] = [sheet.pixels, scene.pixels]
  const lefts = corners.map(({ x }) => x)
  const tops = corners.map(({ y }) => y)
  const bounds = {
    left: Math.max(0, Math.floor(Math.min(...lefts))),
    right: Math.min(scene.width - 1, Math.ceil(Math.max(...lefts))),
    top: Math.max(0, Math.floor(Math.min(...tops))),
    bottom: Math.min(scene.height - 1, Math.ceil(Math.max(...tops))),
  }
  const [a, b, c, d, e, f, g, h, i] = back
  for (let y = bounds.top; y <= bounds.bottom; y += 1) {
    for (let x = bounds.left; x <= bounds.right; x += 1) {
      const depth = g * x + h * y + i
      const u = ((a * x + b * y + c) / depth) * (sheet.width - 1)
      const v = ((d * x + e * y + f) / depth) * (sheet.height - 1)
      if (u < 0 || v < 0 || u >= sheet.width - 1 || v >= sheet.height - 1) continue
      const [left, top] = [Math.floor(u), Math.floor(v)]
      const [right, down] = [u - left, v - top]
      const at = (top * sheet.width + left) * 3
      const below = at + sheet.width * 3
      const to = (y * scene.width + x) * 3
      for (let channel = 0; channel < 3; channel += 1) {
        const upper = mixed(from[at + channel], from[at + 3 + channel], right)
        const lower = mixed(from[below + channel], from[below + 3 + channel], right)
        onto[to + channel] = upper + (lower - upper) * down
      }
    }
  }
}

function mixed(one = 0, other = 0, share: number): number {
  return one + (other - one) * share
}

type Matrix = readonly [number, number, number, number, number, number, number, number, number]

/** The projection of the unit square to four corners (Heckbert 1989). */
function squareTo([p0, p1, p2, p3]: Corners): Matrix {
  const [dx1, dx2, sx] = [p1.x - p2.x, p3.x - p2.x, p0.x - p1.x + p2.x - p3.x]
  const [dy1, dy2, sy] = [p1.y - p2.y, p3.y - p2.y, p0.y - p1.y + p2.y - p3.y]
  const under = dx1 * dy2 - dx2 * dy1
  const g = (sx * dy2 - dx2 * sy) / under
  const h = (dx1 * sy - sx * dy1) / under
  return [
    p1.x - p0.x + g * p1.x,
    p3.x - p0.x + h * p3.x,
    p0.x,
    p1.y - p0.y + g * p1.y,
    p3.y - p0.y + h * p3.y,
    p0.y,
    g,
    h,
    1,
  ]
}

/** Up to a factor, which a projection does not feel. */
function inverse([a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
}

/** Shade, reflection and noise. */
function light({ pixels, width, height }: SheetPixels, shot: Shot, chance: Chance): void {
  const { shade, shadeDegrees, glare, noise } = shot
  const angle = (shadeDegrees * Math.PI) / 180
  const [across, down] = [Math.cos(angle) / width, Math.sin(angle) / height]
  const radius = glare.radius * width
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const along = (x - width / 2) * across + (y - height / 2) * down + 0.5
      const lit = 1 - shade * Math.min(1, Math.max(0, along))
      const off = Math.hypot(x - glare.x * width, y - glare.y * height) / radius
      const shine = off < 3 ? glare.levels * Math.exp(-off * off) : 0
      const grain = noise * normal(chance)
      const at = (y * width + x) * 3
      for (let channel = at; channel < at + 3; channel += 1) {
        const level = (pixels[channel] ?? 0) * lit + shine + grain
        pixels[channel] = Math.min(255, Math.max(0, level))
      }
    }
  }
}

/** Nearly normal: the sum of three even numbers. */
function normal(chance: Chance): number {
  return (chance.share() + chance.share() + chance.share() - 1.5) * 2
}
