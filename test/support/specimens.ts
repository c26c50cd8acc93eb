// The specimen images of the product and a live submission with them.

import { readFileSync } from 'node:fs'
import { liveForm } from './running-appliance.ts'

const folder = new URL('../../data/reference/specimens/', import.meta.url)

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

export function specimenForm(fields: Readonly<Record<string, string>> = claimed): FormData {
  return liveForm(fields, {
    front_image: specimen('senegal-id-front.jpg'),
    selfie_image: specimen('selfie.jpg'),
  })
}
