// Redraws the specimen documents in data/reference/specimens, and the light ones of the tests in test/support:
// node scripts/draw-specimens.ts [folder], which then gets both.
// Needs the DejaVu fonts; the images are committed, so that nothing else needs the fonts.

import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { families, svg, text } from './specimens/drawing.ts'
import { moroccoFront } from './specimens/morocco.ts'
import { passport } from './specimens/passport.ts'
import { writingPen } from './specimens/pen.ts'
import { awaPrinted, awaTravelling, awaVoting, youssefPrinted } from './specimens/people.ts'
import { selfie } from './specimens/selfie.ts'
import { senegalBack, senegalFront, voterCard } from './specimens/senegal.ts'
import { onTable, slate, wood } from './specimens/table-top.ts'

/** Keeps the committed files small. */
const bytesMax = 350 * 1024

const awaPen = writingPen(awaPrinted)
const youssefPen = writingPen(youssefPrinted)

const specimens: Record<string, () => string> = {
  'senegal-id-front.jpg': () => onTable(senegalFront('awa', awaPen), wood),
  'senegal-id-back.jpg': () => onTable(senegalBack(awaPen), { ...wood, angle: 0.7 }),
  'morocco-cin-front.jpg': () =>
    onTable(moroccoFront('youssef', youssefPen), { ...wood, angle: 0.5 }),
  'passport.jpg': () => onTable(passport('SN', 'awa', writingPen(awaTravelling)), slate),
  'voter-card-front.jpg': () =>
    onTable(voterCard('awa', writingPen(awaVoting)), { ...wood, angle: -0.5 }),
  'selfie.jpg': () => selfie('awa'),
  'selfie-youssef.jpg': () => selfie('youssef'),
}

/** The same drawings with typical faults of photos. */
const poor: Record<string, () => Sharp> = {
  'blurred.jpg': () => pixels(onTable(senegalFront('awa', awaPen), wood)).blur(3),
  'small.jpg': () => pixels(onTable(senegalFront('awa', awaPen), wood)).resize({ width: 1_000 }),
  'small-morocco.jpg': () =>
    pixels(onTable(moroccoFront('youssef', youssefPen), wood)).resize({ width: 1_000 }),
  'glare.jpg': () =>
    pixels(onTable(senegalFront('awa', awaPen), wood).replace('</svg>', `${flash}</svg>`)),
  'dark.jpg': () => pixels(selfie('awa')).linear(0.22, 0),
}

/** The reflection of a flash on the plastic. */
const flash = `<radialGradient id="flash"><stop offset="0.3" stop-color="#fff"/><stop offset="1" stop-color="#fff"
  stop-opacity="0"/></radialGradient><ellipse cx="940" cy="560" rx="210" ry="130" fill="url(#flash)"/>`

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
const lightFolder = given ?? join(root, 'test/support')
await checkFonts()
await mkdir(join(folder, 'poor'), { recursive: true })
for (const [name, draw] of Object.entries(specimens)) {
  await saveImage(join(folder, name), await toJpeg(draw()))
}
for (const [name, draw] of Object.entries(poor)) {
  const jpeg = await draw().jpeg({ quality: poorQuality, mozjpeg: true }).toBuffer()
  await saveImage(join(folder, 'poor', name), jpeg)
}
for (const [name, { of, quality }] of Object.entries(light)) {
  const jpeg = await sharp(join(folder, of)).jpeg({ quality, mozjpeg: true }).toBuffer()
  await saveImage(join(lightFolder, name), jpeg)
}

async function saveImage(file: string, jpeg: Buffer): Promise<void> {
  await writeFile(file, jpeg)
  process.stdout.write(`${basename(file)}: ${Math.round(jpeg.length / 1024)} KB\n`)
}
