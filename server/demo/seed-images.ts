// Draws the images that the demo submits in place of photos: the document that the provider will
// read, printed for each person, and a selfie with the same face, or another where the outcome
// requires it.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Appliance } from '../appliance.ts'
import type { EncryptionKey } from '../crypto/encrypt.ts'
import { loadSharpForDrawing, type Sharp } from '../images/decoder/load-sharp.ts'
import { notScanned } from '../images/scan.ts'
import { imageBinding } from '../images/storage/image-binding.ts'
import type { StagedImage } from '../images/storage/record-images.ts'
import type { ImageRole } from '../providers/provider.ts'
import type { ImageFault, LivePart } from './invented/cast.ts'
import { documentOf, zoneOf } from './invented/documents.ts'
import { type Face, faceOf, otherFaceThan } from './invented/faces.ts'
import type { OutcomeName } from './smile-id-simulator/job.ts'
import type { Canvas } from './specimens/canvas.ts'
import { documentValues } from './specimens/document-values.ts'
import { openPrintDocument } from './specimens/print-document.ts'

export interface SpecimenImages {
  /** Begins to draw them, so that they are there when they are wanted. */
  startDrawing(part: LivePart): void
  /** Seals copies of them. */
  stage(part: LivePart, dataKey: EncryptionKey): Promise<readonly StagedImage[]>
}

type InspectedImage = Pick<StagedImage, 'facts' | 'findings'>

interface DrawnImage {
  readonly role: ImageRole
  readonly bytes: Buffer
  /**
   * Images of one kind have the same facts and findings, because letters and faces change neither.
   */
  readonly kind: string
}

type Draw = (part: LivePart) => Promise<readonly DrawnImage[]>

/** `nowMs` is the end of the fortnight. */
export async function openSpecimenImages(
  appliance: Pick<Appliance, 'files' | 'images'>,
  nowMs: number,
): Promise<SpecimenImages> {
  const draw = openDraw(await loadSharpForDrawing(), nowMs)
  const drawn = new Map<LivePart, Promise<readonly DrawnImage[]>>()
  const inspections = new Map<string, Promise<InspectedImage>>()

  function startDrawing(part: LivePart): void {
    if (drawn.has(part)) return
    const drawing = draw(part)
    // `stage` reports the failure.
    drawing.catch(() => {})
    drawn.set(part, drawing)
  }

  async function stageOne(
    { role, bytes, kind }: DrawnImage,
    { part, dataKey }: { readonly part: LivePart; readonly dataKey: EncryptionKey },
  ): Promise<StagedImage> {
    const inspecting = inspections.get(kind) ?? inspect(appliance, { role, bytes, kind }, part)
    inspections.set(kind, inspecting)
    const sink = appliance.files.openSink(dataKey, imageBinding(role))
    await sink.write(bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { role, staged: await sink.finish(), sha256, scan: notScanned, ...(await inspecting) }
  }

  return {
    startDrawing,
    async stage(part, dataKey) {
      const images = await (drawn.get(part) ?? draw(part))
      drawn.delete(part)
      return Promise.all(images.map((image) => stageOne(image, { part, dataKey })))
    },
  }
}

async function inspect(
  { images }: Pick<Appliance, 'images'>,
  { role, bytes, kind }: DrawnImage,
  { person: { idType } }: LivePart,
): Promise<InspectedImage> {
  const inspection = await images.inspect(bytes, { role, idType }, { measureQuality: true })
  if (inspection.kind === 'refused') throw new Error(`the specimen ${kind} cannot be used`)
  const { facts, findings } = inspection
  return { facts, findings }
}

/** Outcomes whose selfie shows another person. */
const facesDiffer: readonly OutcomeName[] = ['declined', 'provisional_then_declined']

const folder = new URL('../../data/reference/specimens/forms/', import.meta.url)
/** Like a forwarded phone photo; encoded in one pass, which takes half the time. */
export const jpegOptions = { quality: 68, optimizeCoding: false }

function openDraw(sharp: Sharp, nowMs: number): Draw {
  const print = openPrintDocument(sharp)

  async function document(part: LivePart, side: 'front' | 'back'): Promise<DrawnImage> {
    const { person, imageFault } = part
    const form = `${person.country}-${person.idType}-${side}`
    const shown = documentOf(part, nowMs)
    const values = documentValues(person, shown, zoneOf(part, shown))
    const fault = side === 'front' ? imageFault : undefined
    const bytes = await print({ form, face: faceOf(person), values }, (canvas) =>
      spoil(sharp, canvas, fault).jpeg(jpegOptions).toBuffer(),
    )
    return { role: side, bytes, kind: `${form} ${fault ?? 'good'}` }
  }

  async function selfie({ person, outcome, imageFault }: LivePart): Promise<DrawnImage> {
    const face: Face = facesDiffer.includes(outcome) ? otherFaceThan(person) : faceOf(person)
    const bytes = await readFile(new URL(`selfie-${face}.jpg`, folder))
    if (imageFault !== 'dark') return { role: 'selfie', bytes, kind: `selfie ${face}` }
    const dark = await sharp(bytes).linear(0.22, 0).jpeg(jpegOptions).toBuffer()
    return { role: 'selfie', bytes: dark, kind: `selfie ${face} dark` }
  }

  return (part) =>
    Promise.all([
      document(part, 'front'),
      selfie(part),
      ...(part.hasBack ? [document(part, 'back')] : []),
    ])
}

/** Applies a typical fault of photos. A dark image is only made of the selfie. */
function spoil(sharp: Sharp, { pixels, width, height }: Canvas, fault: ImageFault | undefined) {
  const photo = sharp(pixels, { raw: { width, height, channels: 3 } })
  switch (fault) {
    case 'blurred':
      return photo.blur(3)
    case 'small':
      return photo.resize({ width: Math.round(width * 0.62) })
    case 'glare':
      return photo.composite([{ input: Buffer.from(flash(width, height)) }])
    case 'dark':
    case undefined:
      return photo
  }
}

/** The reflection of a flash on plastic, as SVG. */
function flash(width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <radialGradient id="flash"><stop offset="0.3" stop-color="#fff"/>
      <stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
    <ellipse cx="${width * 0.59}" cy="${height * 0.52}" rx="${width * 0.13}" ry="${width * 0.08}"
      fill="url(#flash)"/></svg>`
}
