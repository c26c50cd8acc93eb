// Redraws the specimen documents in data/reference/specimens, and the light ones of the tests in test/support/images:
// node scripts/draw-specimens.ts [folder], which then gets both.
// Needs the DejaVu fonts; the images are committed, so that nothing else needs the fonts. What each was drawn from is
// kept as a digest in specimens/drawn.json, so that a test tells if a drawing was changed without its image.

import { hash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { families, svg, text } from './specimens/drawing.ts'
import { poorSpecimens, specimens } from './specimens/drawings.ts'

/** Keeps the committed files small. */
const bytesMax = 350 * 1024

/** Typical faults of photos. */
const spoil: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  'poor/blurred.jpg': (image) => image.blur(3),
  'poor/small.jpg': (image) => image.resize({ width: 1_000 }),
  'poor/small-morocco.jpg': (image) => image.resize({ width: 1_000 }),
  'poor/dark.jpg': (image) => image.linear(0.22, 0),
}

const poorQuality = 60

/** For tests whose subject is not the images: a quarter of the bytes. */
const light: Record<string, { readonly of: string; readonly quality: number }> = {
  'light-front.jpg': { of: 'senegal-id-front.jpg', quality: 30 },
  'light-selfie.jpg': { of: 'selfie.jpg', quality: 40 },
}

/** Returns the JPEG of the highest quality within `bytesMax`. */
async function toJpeg(drawing: string): Promise<Buffer> {
  const image = pixels(drawing)
  for (let quality = 90; quality >= 50; quality -= 5) {
    const jpeg = await image.clone().jpeg({ quality, mozjpeg: true }).toBuffer()
    if (jpeg.length <= bytesMax) return jpeg
  }
  throw new Error(`a specimen does not fit into ${bytesMax} bytes`)
}

function pixels(drawing: string): Sharp {
  return sharp(Buffer.from(drawing)).flatten({ background: 'black' })
}

/** Without the fonts the text would be missing without any error. */
async function checkFonts(): Promise<void> {
  for (const family of Object.values(families)) {
    const sample = svg(300, 80, '', text(10, 60, 'Aé', { size: 50, family, fill: '#000' }))
    const { channels } = await sharp(Buffer.from(sample)).flatten({ background: 'white' }).stats()
    if (channels[0]?.min === 255) throw new Error(`the font ${family} is not installed`)
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))
const given = process.argv[2]
const folder = given ?? join(root, 'data/reference/specimens')
const lightFolder = given ?? join(root, 'test/support/images')
const drawn: Record<string, { readonly drawing: string; readonly image: string }> = {}
await checkFonts()
await mkdir(join(folder, 'poor'), { recursive: true })
for (const [name, draw] of Object.entries(specimens)) {
  const drawing = draw()
  await saveDrawn(name, drawing, await toJpeg(drawing))
}
for (const [name, draw] of Object.entries(poorSpecimens)) {
  const drawing = draw()
  const image = spoil[name]?.(pixels(drawing)) ?? pixels(drawing)
  const jpeg = await image.jpeg({ quality: poorQuality, mozjpeg: true }).toBuffer()
  await saveDrawn(name, drawing, jpeg)
}
for (const [name, { of, quality }] of Object.entries(light)) {
  const jpeg = await sharp(join(folder, of)).jpeg({ quality, mozjpeg: true }).toBuffer()
  await saveImage(join(lightFolder, name), jpeg)
}
const drawnFolder = given ?? join(root, 'scripts/specimens')
await writeFile(join(drawnFolder, 'drawn.json'), `${JSON.stringify(drawn, null, 2)}\n`)

async function saveDrawn(name: string, drawing: string, jpeg: Buffer): Promise<void> {
  await saveImage(join(folder, name), jpeg)
  drawn[name] = { drawing: hash('sha256', drawing), image: hash('sha256', jpeg) }
}

async function saveImage(file: string, jpeg: Buffer): Promise<void> {
  await writeFile(file, jpeg)
  process.stdout.write(`${basename(file)}: ${Math.round(jpeg.length / 1024)} KB\n`)
}
