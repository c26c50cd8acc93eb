// Hands in drawn pictures in the place of photos: the document that the provider will read, printed for each
// person, and a selfie of the same face, or of another where that is the end of it.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Appliance } from '../appliance.ts'
import type { SealingKey } from '../crypto/seal.ts'
import { evidenceBoundTo } from '../evidence/evidence-bound-to.ts'
import { loadSharpForDrawing, type Sharp } from '../evidence/load-sharp.ts'
import type { StagedImage } from '../evidence/record-evidence.ts'
import { notScanned } from '../evidence/scan.ts'
import type { ImageRole } from '../providers/provider.ts'
import type { LivePart, PictureFault } from './invented/cast.ts'
import { documentOf } from './invented/documents.ts'
import { type Face, faceOf, otherFaceThan } from './invented/faces.ts'
import type { OutcomeName } from './smile-id-simulator/job.ts'
import type { Canvas } from './specimens/canvas.ts'
import { documentValues } from './specimens/document-values.ts'
import { openPrintDocument } from './specimens/print-document.ts'

export interface SpecimenPictures {
  /** Begins to draw them, so that they are there when they are wanted. */
  foresee(part: LivePart): void
  /** Seals copies of them. */
  stage(part: LivePart, dataKey: SealingKey): Promise<readonly StagedImage[]>
}

type Looked = Pick<StagedImage, 'facts' | 'findings'>

interface Picture {
  readonly role: ImageRole
  readonly bytes: Buffer
  /** What its facts and findings hang on; letters and faces change neither. */
  readonly kind: string
}

type Draw = (part: LivePart) => Promise<readonly Picture[]>

/** `nowMs` is when the fortnight ends. */
export async function openSpecimenPictures(
  appliance: Pick<Appliance, 'files' | 'images'>,
  nowMs: number,
): Promise<SpecimenPictures> {
  const draw = openDraw(await loadSharpForDrawing(), nowMs)
  const drawn = new Map<LivePart, Promise<readonly Picture[]>>()
  const looked = new Map<string, Promise<Looked>>()

  function foresee(part: LivePart): void {
    if (drawn.has(part)) return
    const drawing = draw(part)
    // Whoever wants them is told.
    drawing.catch(() => {})
    drawn.set(part, drawing)
  }

  async function stageOne(
    { role, bytes, kind }: Picture,
    { part, dataKey }: { readonly part: LivePart; readonly dataKey: SealingKey },
  ): Promise<StagedImage> {
    const looking = looked.get(kind) ?? look(appliance, { role, bytes, kind }, part)
    looked.set(kind, looking)
    const sink = appliance.files.openSink(dataKey, evidenceBoundTo(role))
    await sink.write(bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { role, staged: await sink.finish(), sha256, scan: notScanned, ...(await looking) }
  }

  return {
    foresee,
    async stage(part, dataKey) {
      const pictures = await (drawn.get(part) ?? draw(part))
      drawn.delete(part)
      return Promise.all(pictures.map((picture) => stageOne(picture, { part, dataKey })))
    },
  }
}

async function look(
  { images }: Pick<Appliance, 'images'>,
  { role, bytes, kind }: Picture,
  { person: { idType } }: LivePart,
): Promise<Looked> {
  const inspection = await images.inspect(bytes, { role, idType }, { measureQuality: true })
  if (inspection.kind === 'refused') throw new Error(`the specimen ${kind} cannot be used`)
  const { facts, findings } = inspection
  return { facts, findings }
}

/** Selfies of these are somebody else's. */
const facesDiffer: readonly OutcomeName[] = ['declined', 'provisional_then_declined']

const folder = new URL('../../data/reference/specimens/forms/', import.meta.url)
/** As of a telephone's photo that was sent on; coded in one pass, which takes half the time. */
export const jpegOptions = { quality: 68, optimizeCoding: false }

function openDraw(sharp: Sharp, nowMs: number): Draw {
  const print = openPrintDocument(sharp)

  async function document(part: LivePart, side: 'front' | 'back'): Promise<Picture> {
    const { person, pictureFault } = part
    const form = `${person.country}-${person.idType}-${side}`
    const values = documentValues(person, documentOf(part, nowMs))
    const fault = side === 'front' ? pictureFault : undefined
    const bytes = await print({ form, face: faceOf(person), values }, (canvas) =>
      spoil(sharp, canvas, fault).jpeg(jpegOptions).toBuffer(),
    )
    return { role: side, bytes, kind: `${form} ${fault ?? 'good'}` }
  }

  async function selfie({ person, outcome, pictureFault }: LivePart): Promise<Picture> {
    const face: Face = facesDiffer.includes(outcome) ? otherFaceThan(person) : faceOf(person)
    const bytes = await readFile(new URL(`selfie-${face}.jpg`, folder))
    if (pictureFault !== 'dark') return { role: 'selfie', bytes, kind: `selfie ${face}` }
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

/** What is wrong with photos that people send. A dark one is the selfie. */
function spoil(sharp: Sharp, { pixels, width, height }: Canvas, fault: PictureFault | undefined) {
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

/** A flash, mirrored by the plastic. */
function flash(width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <radialGradient id="flash"><stop offset="0.3" stop-color="#fff"/>
      <stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
    <ellipse cx="${width * 0.59}" cy="${height * 0.52}" rx="${width * 0.13}" ry="${width * 0.08}"
      fill="url(#flash)"/></svg>`
}
