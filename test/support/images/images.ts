// Draws images for tests: documents and a face that pass preflight, and photos with one defect each. Each test
// process draws an image of the same text and size once.

import sharp from 'sharp'
import { strokeText } from './stroke-letters.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** A printed card on a dark table: 1600 x 1008 JPEG, good enough for every document but a passport. */
export async function drawCard({
  width = 1600,
  height = Math.round(width * 0.63),
  text = ['CARTE DE TEST', 'NOM MARABOUT', 'PRENOM AWA', 'NUMERO 1 751 1990 00042'],
}: Partial<Size> & { readonly text?: readonly string[] } = {}): Promise<Buffer> {
  return toJpeg(documentSvg({ width, height }, text, []))
}

/** A passport's page with two machine-readable lines: 2400 x 1704 JPEG. */
export async function drawPassport({
  width = 2400,
  height = Math.round(width * 0.71),
}: Partial<Size> = {}): Promise<Buffer> {
  return toJpeg(
    documentSvg(
      { width, height },
      ['PASSEPORT DE TEST', 'NOM MARABOUT', 'PRENOM AWA', 'NUMERO A01234567'],
      [
        'P<UTOMARABOUT<<AWA<<<<<<<<<<<<<<<<<<<<<<<<<<',
        'A012345678UTO9001011F3001019<<<<<<<<<<<<<<<0',
      ],
    ),
  )
}

/** A face before a wall: 900 x 1200 JPEG. */
export async function drawSelfie({ width = 900, height = 1200 }: Partial<Size> = {}) {
  return toJpeg(selfieSvg({ width, height }))
}

/**
 * A card as a phone takes it: 8 megapixels with the noise of a sensor, several megabytes, stored on
 * its side with an EXIF orientation of 6. Upright it is 2448 x 3264.
 */
export async function drawPhonePhoto({
  width = 3264,
  height = 2448,
}: Partial<Size> = {}): Promise<Buffer> {
  return drawOnce(`phone photo ${width} x ${height}`, () => takePhoto({ width, height }))
}

async function takePhoto(size: Size): Promise<Buffer> {
  const card = documentSvg(size, ['CARTE DE TEST', 'NOM MARABOUT'], [])
  const noise = await sharp({
    create: {
      width: 500,
      height: 500,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png()
    .toBuffer()
  return sharp(Buffer.from(card))
    .flatten({ background: 'white' })
    .composite([{ input: noise, tile: true, blend: 'soft-light' }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer()
}

/** The image out of focus, by `share` of its long side (0.003: a stroke runs over 5 pixels of 1600). */
export async function blur(image: Buffer, share = 0.003): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(image).metadata()
  return sharp(image)
    .blur(Math.max(width, height) * share)
    .jpeg({ quality: 92 })
    .toBuffer()
}

/** The image with `light` (0 to 1) of its light. */
export async function darken(image: Buffer, light = 0.2): Promise<Buffer> {
  return sharp(image).linear(light, 0).jpeg({ quality: 92 }).toBuffer()
}

/** The image with a flash reflected in it: a burnt-out spot, `share` of the width wide, that fades out. */
export async function addGlare(image: Buffer, share = 0.12): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(image).metadata()
  const spot = svg(
    { width, height },
    `<radialGradient id="g"><stop offset="0.4" stop-color="#fff"/>
      <stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
    <ellipse cx="${width * 0.55}" cy="${height * 0.5}" rx="${width * share}" ry="${width * share * 0.75}" fill="url(#g)"/>`,
  )
  return sharp(image)
    .composite([{ input: Buffer.from(spot) }])
    .jpeg({ quality: 92 })
    .toBuffer()
}

/** The same image as PNG. */
export async function toPng(image: Buffer): Promise<Buffer> {
  return sharp(image).png({ compressionLevel: 1 }).toBuffer()
}

function toJpeg(drawing: string): Promise<Buffer> {
  return drawOnce(drawing, () =>
    sharp(Buffer.from(drawing)).flatten({ background: 'white' }).jpeg({ quality: 90 }).toBuffer(),
  )
}

const drawn = new Map<string, Promise<Buffer>>()

/** Returns a copy, because a test may change the bytes it gets. */
async function drawOnce(name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const drawing = drawn.get(name) ?? draw()
  drawn.set(name, drawing)
  return Buffer.from(await drawing)
}

function svg({ width, height }: Size, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`
}

/** All measures are shares of the width, so that a drawing looks the same at every size. */
function documentSvg(size: Size, text: readonly string[], machineLines: readonly string[]): string {
  const { width, height } = size
  const unit = width / 100
  const path = (line: string, x: number, y: number, letterHeight: number) =>
    `<path d="${strokeText(line, { x: x * unit, y: y * unit, height: letterHeight * unit })}"
      fill="none" stroke="#1d2330" stroke-width="${letterHeight * unit * 0.13}"/>`
  const waves = Array.from({ length: 40 }, (_, index) => {
    const y = unit * (6 + index * 1.4)
    return `<path d="M${unit * 5},${y} q${unit * 11},${unit * 5} ${unit * 22},0 t${unit * 22},0 t${unit * 22},0 t${unit * 22},0"
      fill="none" stroke="#7d9c8c" stroke-width="${unit * 0.12}"/>`
  })
  return svg(
    size,
    `<rect width="100%" height="100%" fill="#4b4640"/>
    <clipPath id="paper"><rect x="${unit * 4}" y="${unit * 4}" rx="${unit * 2.5}"
      width="${width - unit * 8}" height="${height - unit * 8}"/></clipPath>
    <clipPath id="portrait"><rect x="${unit * 8}" y="${unit * 14}" width="${unit * 24}"
      height="${unit * 32}"/></clipPath>
    <g clip-path="url(#paper)"><rect width="100%" height="100%" fill="#d5dfd6"/>${waves.join('')}</g>
    <g clip-path="url(#portrait)">${face({ x: 20, y: 28, size: 10, unit })}</g>
    ${text.map((line, index) => path(line, 36, 11 + index * 8, index === 0 ? 3.4 : 2.6)).join('')}
    ${machineLines.map((line, index) => path(line, 7, 56 + index * 5, 2.4)).join('')}`,
  )
}

function selfieSvg(size: Size): string {
  return svg(
    size,
    `<rect width="100%" height="100%" fill="#8fa3ad"/>
    ${face({ x: 50, y: 56, size: 34, unit: size.width / 100 })}`,
  )
}

/** A face around (x, y), `size` from its middle to its top, all in hundredths of the width. */
function face(place: { x: number; y: number; size: number; unit: number }): string {
  const { x, y, size, unit } = place
  const at = (dx: number, dy: number) =>
    `cx="${(x + dx * size) * unit}" cy="${(y + dy * size) * unit}"`
  const radius = (rx: number, ry: number) => `rx="${rx * size * unit}" ry="${ry * size * unit}"`
  return `<ellipse ${at(0, 1.9)} ${radius(1.25, 0.9)} fill="#35506e"/>
    <ellipse ${at(0, -0.15)} ${radius(0.82, 1)} fill="#211915"/>
    <ellipse ${at(0, 0.1)} ${radius(0.68, 0.92)} fill="#8a5a3c"/>
    <ellipse ${at(-0.27, -0.02)} ${radius(0.12, 0.06)} fill="#f4efe8"/>
    <ellipse ${at(0.27, -0.02)} ${radius(0.12, 0.06)} fill="#f4efe8"/>
    <ellipse ${at(-0.27, -0.02)} ${radius(0.055, 0.06)} fill="#20130c"/>
    <ellipse ${at(0.27, -0.02)} ${radius(0.055, 0.06)} fill="#20130c"/>
    <ellipse ${at(0, 0.26)} ${radius(0.09, 0.13)} fill="#734630"/>
    <ellipse ${at(0, 0.56)} ${radius(0.24, 0.07)} fill="#6b2f2c"/>`
}
