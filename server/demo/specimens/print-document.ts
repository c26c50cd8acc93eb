// Prints an invented person's document: the blank form, the face, the values. Uses no fonts and no
// vector drawing, so that a document takes a few milliseconds on any machine.

import { readFile } from 'node:fs/promises'
import type { Sharp } from '../../images/decoder/load-sharp.ts'
import type { Face } from '../invented/faces.ts'
import { type Canvas, copyArea, type InkSheet } from './canvas.ts'
import { type FormPlan, type FormPlans, formPlans } from './form-plans.ts'
import { printValue } from './print-letters.ts'

interface DocumentOrder {
  /** The name of the form, such as `SN-passport-front`. */
  readonly form: string
  readonly face: Face
  readonly values: Readonly<Record<string, string>>
}

/**
 * Prints one document at a time. `use` may read the canvas until its promise resolves; then the
 * canvas is reused.
 */
type PrintDocument = <Result>(
  order: DocumentOrder,
  use: (canvas: Canvas) => Promise<Result>,
) => Promise<Result>

interface Press {
  readonly plans: FormPlans
  readonly letters: InkSheet
}

const folder = new URL('../../../data/reference/specimens/forms/', import.meta.url)

/** Reads each form when it is first needed. */
export function openPrintDocument(sharp: Sharp): PrintDocument {
  const images = new Map<string, Promise<Canvas>>()
  const image = (file: string) => {
    const known = images.get(file) ?? readCanvas(sharp, file)
    images.set(file, known)
    return known
  }
  const canvases = new Map<string, Canvas>()
  const blankCanvas = async (form: string) => {
    const blank = await image(`${form}.webp`)
    const canvas = canvases.get(form) ?? { ...blank, pixels: Buffer.alloc(blank.pixels.length) }
    canvases.set(form, canvas)
    blank.pixels.copy(canvas.pixels)
    return canvas
  }
  let opening: Promise<Press> | undefined
  const print = async ({ form, face, values }: DocumentOrder) => {
    opening ??= openPress(sharp)
    const press = await opening
    const plan = press.plans.forms[form]
    if (plan === undefined) throw new Error(`there is no form ${form}`)
    const canvas = await blankCanvas(form)
    if (plan.boxes.length > 0)
      showFace(canvas, plan, { all: await image(`${form}-faces.webp`), face })
    printValues(canvas, plan, { press, values })
    return canvas
  }
  let before: Promise<unknown> = Promise.resolve()
  return (order, use) => {
    const printing = before.then(async () => use(await print(order)))
    before = printing.catch(() => {})
    return printing
  }
}

async function openPress(sharp: Sharp): Promise<Press> {
  const plans = formPlans.parse(JSON.parse(await readFile(new URL('forms.json', folder), 'utf8')))
  const { data, info } = await sharp(await readFile(new URL('letters.png', folder)))
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { plans, letters: { width: info.width, pixels: data } }
}

async function readCanvas(sharp: Sharp, file: string): Promise<Canvas> {
  const { data, info } = await sharp(await readFile(new URL(file, folder)))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

/**
 * Copies the face into its boxes. The image of all faces has one row for each face, with the boxes
 * side by side.
 */
function showFace(
  canvas: Canvas,
  { boxes, faces }: FormPlan,
  { all, face }: { readonly all: Canvas; readonly face: Face },
): void {
  const row = faces.indexOf(face)
  if (row < 0) throw new Error(`the form shows no ${face}`)
  const rowHeight = Math.max(...boxes.map(({ height }) => height))
  let x = 0
  for (const { width, height, ...to } of boxes) {
    copyArea(all, { x, y: row * rowHeight, width, height }, canvas, to)
    x += width
  }
}

function printValues(
  canvas: Canvas,
  plan: FormPlan,
  { press, values }: { readonly press: Press; readonly values: DocumentOrder['values'] },
): void {
  for (const place of plan.values) {
    const text = values[place.name]
    const set = press.plans.letters[place.set]
    if (text === undefined || set === undefined) {
      throw new Error(`the form's ${place.name} cannot be printed`)
    }
    printValue(
      canvas,
      { sheet: press.letters, set },
      { place, turnDegrees: plan.turnDegrees, text },
    )
  }
}
