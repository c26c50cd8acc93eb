// The drawn faces of the invented people: two for each country and sex, so that a selfie can show somebody
// else than the document. Pure.

import type { Country, Person } from './people.ts'

export const faces = {
  SN: { F: ['awa', 'khady'], M: ['modou', 'lamine'] },
  MA: { F: ['salma', 'houda'], M: ['youssef', 'rachid'] },
} as const

export type Face = (typeof faces)[Country][Person['sex']][number]

/** Of the photo on the document; the same one every time for the same person. */
export function faceOf(person: Pick<Person, 'country' | 'sex' | 'idNumber'>): Face {
  const { country, sex, idNumber } = person
  const [one, other] = faces[country][sex]
  return Number(idNumber.slice(-1)) % 2 === 0 ? one : other
}

/** Of somebody of the same country and sex. */
export function otherFaceThan(person: Person): Face {
  const [one, other] = faces[person.country][person.sex]
  return faceOf(person) === one ? other : one
}
