// The drawn faces of the invented people: two for each country and sex, so that a selfie can show
// somebody other than the document. Pure.

import type { Country, Person } from './people.ts'

export const faces = {
  SN: { F: ['awa', 'khady'], M: ['modou', 'lamine'] },
  MA: { F: ['salma', 'houda'], M: ['youssef', 'rachid'] },
} as const

export type Face = (typeof faces)[Country][Person['sex']][number]

/** Returns the face on the document's photo, always the same one for the same person. */
export function faceOf(person: Pick<Person, 'country' | 'sex' | 'idNumber'>): Face {
  const { country, sex, idNumber } = person
  const [one, other] = faces[country][sex]
  return Number(idNumber.slice(-1)) % 2 === 0 ? one : other
}

/** Returns another face of the same country and sex. */
export function otherFaceThan(person: Person): Face {
  const [one, other] = faces[person.country][person.sex]
  return faceOf(person) === one ? other : one
}
