// The specimen images of the product and a live submission that shows two of them.

import { readFileSync } from 'node:fs'
import { liveForm } from '../running-appliance.ts'

const folder = new URL('../../../data/reference/specimens/', import.meta.url)

export function specimen(name: 'senegal-id-front.jpg' | 'selfie.jpg' | 'passport.jpg'): Buffer {
  return readFileSync(new URL(name, folder))
}

/** Invented claims; the simulator reads the same from the document, unless the number is a trigger. */
export const claimed = {
  country: 'SN',
  id_type: 'national_id',
  id_number: '1990199100042',
  first_name: 'Awa',
  last_name: 'Testou',
  date_of_birth: '1991-02-03',
} as const

/**
 * A live submission with these two specimens at a lower JPEG quality: a quarter of the bytes to send, encrypt and pack,
 * which are most of what a verification costs.
 */
export function specimenForm(fields: Readonly<Record<string, string>> = claimed): FormData {
  return liveForm(fields, lightImages)
}

/** Drawn by scripts/draw-specimens.ts. */
export const lightImages = {
  front_image: readFileSync(new URL('light-front.jpg', import.meta.url)),
  selfie_image: readFileSync(new URL('light-selfie.jpg', import.meta.url)),
}
