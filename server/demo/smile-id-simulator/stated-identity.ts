// Reads what a partner states about the person: from `id_info` in the zip, or from the prep upload,
// where the JavaScript library copies it. Real document checks need only country and id_type; the
// demo sends the rest too, so that the simulator has something to "read on the document".

import type { StatedIdentity } from './job.ts'

const wireNames = {
  country: 'country',
  idType: 'id_type',
  idNumber: 'id_number',
  firstName: 'first_name',
  middleName: 'middle_name',
  lastName: 'last_name',
  dateOfBirth: 'dob',
} as const satisfies Record<keyof StatedIdentity, string>

/**
 * Returns the known texts in `fields`; an empty value or one that is not a text counts as not
 * stated.
 */
export function readStatedIdentity(fields: Readonly<Record<string, unknown>>): StatedIdentity {
  const stated = Object.entries(wireNames).flatMap(([name, wireName]) => {
    const value = fields[wireName]
    return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : []
  })
  return Object.fromEntries(stated)
}
