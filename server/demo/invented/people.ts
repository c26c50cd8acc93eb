// People who do not exist, named as people in Senegal and Morocco are. Each surname ends in "Fictif" and
// each number has a beginning that no authority issues, so that nobody is taken for somebody. Pure.

import type { DocumentType } from '../../markets/market.ts'
import type { Chance } from './chance.ts'

export interface Person {
  readonly country: Country
  readonly idType: DocumentType
  readonly idNumber: string
  readonly firstName: string
  readonly lastName: string
  /** YYYY-MM-DD */
  readonly dateOfBirth: string
}

export type Country = 'SN' | 'MA'

/** What every invented surname ends in. */
export const surnameMark = 'Fictif'

interface Names {
  readonly given: readonly string[]
  readonly surnames: readonly string[]
}

const names: Readonly<Record<Country, Names>> = {
  SN: {
    given: words(
      'Aminata Fatou Ndèye Khady Mariama Coumba Astou Rokhaya Sokhna Binta Mamadou Moussa Ibrahima Cheikh Ousmane Abdoulaye Modou Babacar Lamine Alioune',
    ),
    surnames: words(
      'Diop Ndiaye Fall Sow Ba Sarr Gueye Faye Diallo Sy Mbaye Thiam Cissé Kane Seck Diouf',
    ),
  },
  MA: {
    given: words(
      'Fatima Khadija Salma Imane Meryem Houda Nadia Sanaa Hajar Asmae Youssef Mohammed Omar Rachid Hamza Karim Mehdi Anas Ayoub Saïd',
    ),
    surnames: [
      'El Amrani',
      'El Idrissi',
      'El Fassi',
      ...words('Benali Alaoui Bennani Tazi Berrada Chraïbi Lahlou Naciri Ouazzani Sebti Kettani'),
    ],
  },
}

/** One after the other, no two alike in name or number. */
export function openPeople(
  chance: Chance,
): (document: { readonly country: Country; readonly idType: DocumentType }) => Person {
  const taken = new Set<string>()
  return ({ country, idType }) => {
    const { firstName, lastName } = unusedName(chance, country, taken)
    const idNumber = numberOf(idType, country, taken.size)
    const dateOfBirth = birthDate(chance)
    return { country, idType, idNumber, firstName, lastName, dateOfBirth }
  }
}

function unusedName(chance: Chance, country: Country, taken: Set<string>) {
  for (;;) {
    const { given, surnames } = names[country]
    const firstName = chance.oneOf(given)
    const surname = chance.oneOf(surnames)
    const name = `${firstName} ${surname}`
    if (taken.has(name)) continue
    taken.add(name)
    return { firstName, lastName: `${surname}-${surnameMark}` }
  }
}

/** `index` makes it unique. A Senegalese number begins with 1 or 2; SP is no series of anybody's. */
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
