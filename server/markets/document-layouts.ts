// Where the portrait stands on each type of document, as data, to show it beside the selfie. Photos are not taken
// exactly: the place is a guess by layout, and can miss. Pure.

import type { DocumentType } from './market.ts'

/** Shares of the document's width and height. */
interface PortraitPlace {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface DocumentLayout {
  /** Width by height of the side with the portrait. */
  readonly aspect: number
  /** Which part of a photo higher than the document shows it. */
  readonly at: 'middle' | 'bottom'
  readonly portrait: PortraitPlace
}

/** ID-1 (ISO/IEC 7810): the cards of these markets have the portrait on the left, under a title. */
const card: DocumentLayout = {
  aspect: 85.6 / 53.98,
  at: 'middle',
  portrait: { left: 0.05, top: 0.24, width: 0.25, height: 0.5 },
}

/** TD3 (ICAO 9303-4): zone V, on the left above the machine-readable zone. A photo often has the facing page above. */
const passportPage: DocumentLayout = {
  aspect: 125 / 88,
  at: 'bottom',
  portrait: { left: 0.04, top: 0.18, width: 0.28, height: 0.45 },
}

const layouts: Readonly<Record<DocumentType, DocumentLayout>> = {
  national_id: card,
  voter_id: card,
  passport: passportPage,
}

/** In pixels of the upright image. */
export interface PixelBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/**
 * A part of an image, as large as it is shown. What it shows lies turned in the image, around the middle of the part.
 */
export interface ImagePart extends PixelBox {
  /** Degrees clockwise by which it lies turned; 0 where it lies straight. */
  readonly turn: number
}

/** Shown around the portrait, as a share of its width: photos have borders, and are held a little askew. */
const border = 0.2

/** Takes the document to fill the width of the photo, or its height. */
export function portraitBox(
  idType: DocumentType,
  image: { readonly width: number; readonly height: number },
): PixelBox {
  const { aspect, at, portrait } = layouts[idType]
  const width = Math.min(image.width, image.height * aspect)
  const height = width / aspect
  const left = (image.width - width) / 2
  const top = (image.height - height) / (at === 'bottom' ? 1 : 2)
  const around = portrait.width * width * border
  const from = {
    x: Math.max(0, Math.floor(left + portrait.left * width - around)),
    y: Math.max(0, Math.floor(top + portrait.top * height - around)),
  }
  const to = {
    x: Math.min(image.width, left + (portrait.left + portrait.width) * width + around),
    y: Math.min(image.height, top + (portrait.top + portrait.height) * height + around),
  }
  return {
    left: from.x,
    top: from.y,
    width: Math.max(1, Math.floor(to.x - from.x)),
    height: Math.max(1, Math.floor(to.y - from.y)),
  }
}

/** Returns the part where the layout says that the portrait is. */
export function portraitByLayout(
  idType: DocumentType,
  image: { readonly width: number; readonly height: number },
): ImagePart {
  return { ...portraitBox(idType, image), turn: 0 }
}

/** Returns whole pixels of the image; at least one. */
export function boxWithin(
  box: PixelBox,
  image: { readonly width: number; readonly height: number },
): PixelBox {
  const left = Math.min(Math.max(0, Math.floor(box.left)), image.width - 1)
  const top = Math.min(Math.max(0, Math.floor(box.top)), image.height - 1)
  const right = Math.min(image.width, Math.ceil(box.left + box.width))
  const bottom = Math.min(image.height, Math.ceil(box.top + box.height))
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}
