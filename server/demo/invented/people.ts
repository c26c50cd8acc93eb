// Invents people, with names as in Senegal and Morocco. Each surname ends in "Fictif" and each
// number has a prefix that no authority issues, so that nobody is mistaken for a real person. Pure.

import type { DocumentType } from '../../markets/market.ts'
import type { Chance } from './chance.ts'

export interface Person {
  readonly country: Country
  readonly idType: DocumentType
  readonly idNumber: string
  readonly firstName: string
  readonly lastName: string
  readonly sex: 'F' | 'M'
  /** YYYY-MM-DD */
  readonly dateOfBirth: string
}

export type Country = 'SN' | 'MA'

/** The end of every invented surname. */
export const surnameSuffix = 'Fictif'

interface Names {
  readonly given: Readonly<Record<Person['sex'], readonly string[]>>
  readonly surnames: readonly string[]
}

const names: Readonly<Record<Country, Names>> = {
  SN: {
    given: {
      F: words('Aminata Fatou Ndèye Khady Mariama Coumba Astou Rokhaya Sokhna Binta'),
      M: words('Mamadou Moussa Ibrahima Cheikh Ousmane Abdoulaye Modou Babacar Lamine Alioune'),
    },
    surnames: words(
      'Diop Ndiaye Fall Sow Ba Sarr Gueye Faye Diallo Sy Mbaye Thiam Cissé Kane Seck Diouf',
    ),
  },
  MA: {
    given: {
      F: words('Fatima Khadija Salma Imane Meryem Houda Nadia Sanaa Hajar Asmae'),
      M: words('Youssef Mohammed Omar Rachid Hamza Karim Mehdi Anas Ayoub Saïd'),
    },
    surnames: [
      'El Amrani',
      'El Idrissi',
      'El Fassi',
      ...words('Benali Alaoui Bennani Tazi Berrada Chraïbi Lahlou Naciri Ouazzani Sebti Kettani'),
    ],
  },
}

/** Returns a function that invents one person after the other, no two alike in name or number. */
export function openPeople(
  chance: Chance,
): (document: { readonly country: Country; readonly idType: DocumentType }) => Person {
  const taken = new Set<string>()
  return ({ country, idType }) => {
    const name = unusedName(chance, country, taken)
    const idNumber = numberOf(idType, country, taken.size)
    const dateOfBirth = birthDate(chance)
    return { country, idType, idNumber, ...name, dateOfBirth }
  }
}

/** Returns the name of somebody of the same country and sex with neither name in common. */
export function otherNameThan({ country, sex, firstName, lastName }: Person) {
  const { given, surnames } = names[country]
  const surname = lastName.slice(0, -surnameSuffix.length - 1)
  return {
    firstName: fartherOn(given[sex], firstName),
    lastName: `${fartherOn(surnames, surname)}-${surnameSuffix}`,
  }
}

function fartherOn(list: readonly string[], name: string): string {
  return list[(list.indexOf(name) + 3) % list.length] ?? name
}

function unusedName(chance: Chance, country: Country, taken: Set<string>) {
  for (;;) {
    const { given, surnames } = names[country]
    const sex = chance.share() < 0.5 ? 'F' : 'M'
    const firstName = chance.oneOf(given[sex])
    const surname = chance.oneOf(surnames)
    const name = `${firstName} ${surname}`
    if (taken.has(name)) continue
    taken.add(name)
    return { firstName, lastName: `${surname}-${surnameSuffix}`, sex } as const
  }
}

/**
 * `index` makes the number unique. Real Senegalese numbers begin with 1 or 2; no authority uses SP.
 */
function numberOf(idType: DocumentType, country: Country, index: number): string {
  const serial = String(index * 7 + 101)
  switch (idType) {
    case 'passport':
      return `SP${country === 'SN' ? '1' : '2'}${serial.padStart(6, '0')}`
    case 'voter_id':
      return `900${serial.padStart(6, '0')}`
    case 'national_id':
      return country === 'SN' ? `9${serial.padStart(12, '0')}` : `SP${serial.padStart(6, '0')}`
  }
}

function birthDate(chance: Chance): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${chance.between(1958, 2006)}-${two(chance.between(1, 12))}-${two(chance.between(1, 28))}`
}

function words(text: string): readonly string[] {
  return text.split(' ')
}
