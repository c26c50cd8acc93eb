// Builds a live submission with the committed specimen images, or with another in their place.

import { readFileSync } from 'node:fs'

const specimens = new URL('../../data/reference/specimens/', import.meta.url)

export function specimenForm(fields: Readonly<Record<string, string>>): FormData {
  return formWith(specimen('senegal-id-front.jpg'), specimen('selfie.jpg'), fields)
}

export function formWith(
  front: Blob,
  selfie: Blob,
  fields: Readonly<Record<string, string>> = {},
): FormData {
  const form = new FormData()
  form.set('country', 'SN')
  form.set('id_type', 'national_id')
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('front_image', front, 'front.jpg')
  form.set('selfie_image', selfie, 'selfie.jpg')
  return form
}

function specimen(name: string): Blob {
  return new Blob([new Uint8Array(readFileSync(new URL(name, specimens)))])
}
