// The file fields of the live form (specification 2.3, rulings 4.3) and the faults reported for them. Pure.

import type { ImageFinding, ImageFindingCode } from '../../images/image.ts'
import type { Fault } from '../../kernel/app-error.ts'
import { hintAtMisspelling } from '../../kernel/nearest-name.ts'
import type { ImageRole } from '../../providers/provider.ts'

export const imageFields = ['front_image', 'back_image', 'selfie_image'] as const
export type ImageField = (typeof imageFields)[number]

const requiredFields: readonly ImageField[] = ['front_image', 'selfie_image']

export const roleOfField: Readonly<Record<ImageField, ImageRole>> = {
  front_image: 'front',
  back_image: 'back',
  selfie_image: 'selfie',
}

const fieldOfRole: Readonly<Record<ImageRole, ImageField>> = {
  front: 'front_image',
  back: 'back_image',
  selfie: 'selfie_image',
}

/**
 * Returns one fault for each required file that is missing.
 * @param unknown names of other files that were sent
 */
export function faultsOfMissingFiles(
  sent: ReadonlySet<string>,
  unknown: readonly string[] = [],
): readonly Fault[] {
  return requiredFields
    .filter((field) => !sent.has(field))
    .map((field) => ({
      param: field,
      code: 'missing',
      message: `${field} is required: a JPEG or PNG file of at most 10 MB.${hintAtMisspelling(field, unknown, imageFields)}`,
    }))
}

/** `message` continues the sentence that begins with the field's name: `is empty. Send ...`. */
export function faultOfImage(field: ImageField, message: string): Fault {
  return { param: field, code: 'invalid_image', message: `${field} ${message}` }
}

interface Wording {
  readonly advice: string
  readonly measured: (figure: number, limit: number) => string
}

const wordings: Readonly<Record<ImageFindingCode, Wording>> = {
  image_too_small: {
    advice: 'is too small to be checked. Take it from nearer or with a better camera',
    measured: (figure, limit) => `${figure} pixels, at least ${limit} needed`,
  },
  image_blurred: {
    advice: 'is blurred. Hold still and let the camera focus',
    measured: (figure, limit) => `sharpness ${figure}, at least ${limit} needed`,
  },
  image_too_narrow: {
    advice: 'shows only a strip. Take all of it in one photo',
    measured: (figure, limit) => `${figure} times as long as wide, at most ${limit} allowed`,
  },
  image_compressed: {
    advice: 'was compressed until its letters fell apart. Send the photo as the camera took it',
    measured: (figure, limit) => `${figure} compression steps, at most ${limit} allowed`,
  },
  image_glare: {
    advice: 'shows glare that hides parts of it. Tilt it away from the light',
    measured: (figure, limit) => `${figure} percent of it burnt out, at most ${limit} allowed`,
  },
  image_dark: {
    advice: 'is too dark. Take it in more light',
    measured: (figure, limit) => `brightness ${figure} of 255, at least ${limit} needed`,
  },
}

/** Turns a finding of the preflight into a fault; used where findings are enforced. */
export function faultOfFinding({ role, code, figure, limit }: ImageFinding): Fault {
  const { advice, measured } = wordings[code]
  return faultOfImage(fieldOfRole[role], `${advice} (${measured(figure, limit)}).`)
}
