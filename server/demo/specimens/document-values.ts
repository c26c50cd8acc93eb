// The values on an invented person's document, by the names of their places on the drawn forms. All
// in capitals, as documents print names. Pure.

import { inArabic } from '../invented/arabic-names.ts'
import { cardLines, type Holder, passportLines } from '../invented/machine-lines.ts'
import type { Person } from '../invented/people.ts'
import type { PrintedDocument } from '../smile-id-simulator/job.ts'

const towns = {
  SN: ['Dakar', 'Thiès', 'Saint-Louis', 'Ziguinchor', 'Kaolack'],
  MA: ['Casablanca', 'Rabat', 'Fès', 'Tanger'],
} as const

/** `zone` is what the machine-readable lines say, where it is something else. */
export function documentValues(
  { country, idType }: Pick<Person, 'country' | 'idType'>,
  document: PrintedDocument,
  zone: PrintedDocument = document,
): Readonly<Record<string, string>> {
  const { firstName, lastName, gender, idNumber } = document
  const serial = Number(idNumber.slice(-4))
  const birthPlace = towns[country][serial % towns[country].length] ?? towns[country][0]
  const separator = country === 'MA' && idType === 'national_id' ? '.' : '/'
  const date = (iso: string) => iso.split('-').reverse().join(separator)
  return {
    surname: lastName.toUpperCase(),
    givenNames: firstName.toUpperCase(),
    ...(country === 'MA' && {
      surnameArabic: inArabic(lastName),
      givenNamesArabic: inArabic(firstName),
      birthPlaceArabic: inArabic(birthPlace),
    }),
    sex: gender,
    born: date(document.dateOfBirth),
    birthPlace: birthPlace.toUpperCase(),
    height: `${152 + (serial % 38)} cm`,
    number: idNumber,
    issued: date(document.issuedOn),
    expires: date(document.expiresOn),
    address: `RUE FICTIVE ${1 + (serial % 90)}, ${birthPlace.toUpperCase()}`,
    centre: `CENTRE FICTIF, ${birthPlace.toUpperCase()}`,
    authority: 'AUTORITÉ FICTIVE',
    commune: birthPlace.toUpperCase(),
    pollingPlace: 'ÉCOLE FICTIVE',
    ...machineLines(zone, { country, idType }),
  }
}

function machineLines(
  document: PrintedDocument,
  { country, idType }: Pick<Person, 'country' | 'idType'>,
): Readonly<Record<string, string>> {
  const holder: Holder = {
    surname: plainLetters(document.lastName),
    givenNames: plainLetters(document.firstName),
    sex: document.gender,
    born: shortDate(document.dateOfBirth),
    expires: shortDate(document.expiresOn),
    state: country === 'SN' ? 'SEN' : 'MAR',
    documentNumber: idType === 'passport' ? document.idNumber : `SP${document.idNumber.slice(-7)}`,
    personalNumber: '',
    nationalNumber: country === 'SN' && idType === 'national_id' ? document.idNumber : '',
  }
  const lines: readonly string[] = idType === 'passport' ? passportLines(holder) : cardLines(holder)
  return Object.fromEntries(lines.map((line, index) => [`line${index + 1}`, line]))
}

/** Converts a name for machine-readable lines: no accents, and spaces for hyphens. */
function plainLetters(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('-', ' ').toUpperCase()
}

/** YYMMDD */
function shortDate(iso: string): string {
  return iso.slice(2).replaceAll('-', '')
}
