// Draws the parts of the demo's invented identity documents: node scripts/draw-forms.ts
// For each document type a blank form, the photos of all faces and the positions of the values; the letters; a
// selfie of every face. Needs the DejaVu fonts, so that the demo does not.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { type Face, faces } from '../server/demo/invented/faces.ts'
import type { WrittenFormPlan } from '../server/demo/specimens/form-plans.ts'
import { drawLetters, type LetterSetWanted, setName } from './specimens/letters.ts'
import { moroccoFront } from './specimens/morocco.ts'
import { passport } from './specimens/passport.ts'
import { notingPen, type Pen, type Place } from './specimens/pen.ts'
import { selfie } from './specimens/selfie.ts'
import { senegalBack, senegalFront, voterCard } from './specimens/senegal.ts'
import {
  onTable,
  type Photo,
  pointOnTable,
  type Sheet,
  slate,
  wood,
} from './specimens/table-top.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface FormDrawing {
  readonly draw: (face: Face, pen: Pen) => Sheet
  readonly photo: Photo
  readonly faces: readonly Face[]
  /** Parts of the sheet that differ between faces. */
  readonly faceBoxes: readonly Box[]
}

/** Slightly more than the quality check requires, since every verification stores copies. */
const longSidePixels = { card: 1_520, passport: 2_240 }

const senegalese: readonly Face[] = [...faces.SN.F, ...faces.SN.M]
const moroccan: readonly Face[] = [...faces.MA.F, ...faces.MA.M]
const senegalesePhoto = { x: 62, y: 214, width: 352, height: 452 }
const passportBoxes: readonly Box[] = [
  { x: 110, y: 440, width: 520, height: 668 },
  { x: 1_810, y: 824, width: 300, height: 372 },
]

const forms: Readonly<Record<string, FormDrawing>> = {
  'SN-national_id-front': {
    draw: senegalFront,
    photo: wood,
    faces: senegalese,
    faceBoxes: [senegalesePhoto, { x: 1_158, y: 512, width: 208, height: 256 }],
  },
  'SN-national_id-back': {
    draw: (_, pen) => senegalBack(pen),
    photo: { ...wood, angle: 0.7 },
    faces: [],
    faceBoxes: [],
  },
  'SN-voter_id-front': {
    draw: voterCard,
    photo: { ...wood, angle: -0.5 },
    faces: senegalese,
    faceBoxes: [senegalesePhoto],
  },
  'SN-passport-front': {
    draw: (face, pen) => passport('SN', face, pen),
    photo: slate,
    faces: senegalese,
    faceBoxes: passportBoxes,
  },
  'MA-national_id-front': {
    draw: moroccoFront,
    photo: { ...wood, angle: 0.5 },
    faces: moroccan,
    faceBoxes: [
      { x: 62, y: 250, width: 340, height: 436 },
      { x: 1_138, y: 528, width: 224, height: 224 },
    ],
  },
  'MA-passport-front': {
    draw: (face, pen) => passport('MA', face, pen),
    photo: { ...slate, angle: -0.4 },
    faces: moroccan,
    faceBoxes: passportBoxes,
  },
}

const folder = fileURLToPath(new URL('../data/reference/specimens/forms', import.meta.url))
await mkdir(folder, { recursive: true })

const wanted = new Map<string, LetterSetWanted>()
const plans: Record<string, WrittenFormPlan> = {}
for (const [name, drawing] of Object.entries(forms)) plans[name] = await drawForm(name, drawing)
const { sheet, sets } = await drawLetters([...wanted.values()])
await saveImage('letters.png', sheet)
await saveImage('forms.json', Buffer.from(`${JSON.stringify({ forms: plans, letters: sets })}\n`))
for (const face of [...senegalese, ...moroccan]) {
  const image = sharp(Buffer.from(selfie(face))).flatten({ background: 'black' })
  await saveImage(`selfie-${face}.jpg`, await image.jpeg({ quality: 70, mozjpeg: true }).toBuffer())
}

async function drawForm(name: string, drawing: FormDrawing): Promise<WrittenFormPlan> {
  const { draw, photo, faceBoxes } = drawing
  const pen = notingPen()
  const sheet = draw(drawing.faces[0] ?? 'awa', pen)
  const scale = (sheet.width > 2_000 ? longSidePixels.passport : longSidePixels.card) / photo.width
  const blank = await pixelsOf(onTable(sheet, photo), scale * photo.width)
  await saveImage(`${name}.webp`, await toWebp(blank.image))
  const boxes = faceBoxes.map((box) => boxOnTable(sheet, photo, box, scale))
  await drawFaces(name, drawing, { boxes, width: scale * photo.width })
  const values = pen.places.map((place) => valueOnTable(sheet, photo, place, scale))
  const { width, height } = blank
  return { width, height, turnDegrees: photo.angle, values, boxes, faces: [...drawing.faces] }
}

/** Draws the boxes of all faces in one image: one row per face, its boxes side by side. */
async function drawFaces(
  name: string,
  { draw, photo, faces: shown }: FormDrawing,
  { boxes, width }: { readonly boxes: readonly Box[]; readonly width: number },
): Promise<void> {
  const rowHeight = Math.max(...boxes.map(({ height }) => height))
  const parts = await Promise.all(
    shown.map(async (face, row) => {
      const drawn = await pixelsOf(onTable(draw(face, notingPen()), photo), width)
      const whole = await drawn.image.png().toBuffer()
      return Promise.all(
        boxes.map(async (box, index) => ({
          input: await sharp(whole)
            .extract({ left: box.x, top: box.y, width: box.width, height: box.height })
            .png()
            .toBuffer(),
          left: boxes.slice(0, index).reduce((sum, one) => sum + one.width, 0),
          top: row * rowHeight,
        })),
      )
    }),
  )
  if (parts.length === 0) return
  const sheet = sharp({
    create: {
      width: boxes.reduce((sum, one) => sum + one.width, 0),
      height: rowHeight * shown.length,
      channels: 3,
      background: 'black',
    },
  })
  await saveImage(`${name}-faces.webp`, await toWebp(sheet.composite(parts.flat())))
}

async function pixelsOf(drawing: string, width: number) {
  const { data, info } = await sharp(Buffer.from(drawing))
    .flatten({ background: 'black' })
    .resize({ width: Math.round(width) })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { image: sharp(data, { raw: info }), width: info.width, height: info.height }
}

function toWebp(image: Sharp): Promise<Buffer> {
  return image.webp({ quality: 72, effort: 6 }).toBuffer()
}

/** With a small margin, since the sheet is rotated. */
function boxOnTable(sheet: Sheet, photo: Photo, box: Box, scale: number): Box {
  const corners = [box.x, box.x + box.width].flatMap((x) =>
    [box.y, box.y + box.height].map((y) => pointOnTable(sheet, photo, { x, y })),
  )
  const xs = corners.map(({ x }) => x * scale)
  const ys = corners.map(({ y }) => y * scale)
  const [left, top] = [Math.floor(Math.min(...xs)) - 2, Math.floor(Math.min(...ys)) - 2]
  return {
    x: left,
    y: top,
    width: Math.ceil(Math.max(...xs)) + 2 - left,
    height: Math.ceil(Math.max(...ys)) + 2 - top,
  }
}

function valueOnTable(sheet: Sheet, photo: Photo, place: Place, scale: number) {
  const { name, style, width } = place
  const { x, y } = pointOnTable(sheet, photo, place)
  const { size, family, weight, fill = '#1c2733', anchor = 'start', spacing = 0 } = style
  const isArabic = name.endsWith('Arabic')
  const set = { size: tenth(size * scale), family, weight, isArabic }
  wanted.set(setName(set), set)
  return {
    name,
    x: tenth(x * scale),
    y: tenth(y * scale),
    set: setName(set),
    ink: [1, 3, 5].map((at) => Number.parseInt(fill.slice(at, at + 2), 16)),
    ...(anchor === 'end' && { isRightAligned: true }),
    ...(spacing !== 0 && { spacing: tenth(spacing * scale) }),
    ...(width !== undefined && { spread: tenth(width * scale) }),
  }
}

function tenth(length: number): number {
  return Math.round(length * 10) / 10
}

async function saveImage(name: string, bytes: Buffer): Promise<void> {
  await writeFile(join(folder, name), bytes)
  process.stdout.write(`${name}: ${Math.round(bytes.length / 1024)} KB\n`)
}
