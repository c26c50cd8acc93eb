// Machine-readable lines of travel documents with their check digits (ICAO Doc 9303, parts 3, 4 and 5).

import { checkDigit } from '../../mrz/check-digit.ts'

export interface Holder {
  /** Capitals A to Z and spaces, as the lines allow. */
  readonly surname: string
  readonly givenNames: string
  readonly sex: 'F' | 'M'
  /** YYMMDD. */
  readonly born: string
  readonly expires: string
  /** ISO 3166-1 alpha-3. */
  readonly state: string
  /** Up to nine letters and digits. */
  readonly documentNumber: string
  /** The state's personal number of the holder. */
  readonly personalNumber: string
  /** On a card of another number than its holder's: that of the holder, up to 15 letters and digits. */
  readonly nationalNumber?: string
}

/** Returns the two lines of 44 characters of a passport's page (TD3). */
export function passportLines(holder: Holder): readonly [string, string] {
  const number = withCheck(pad(holder.documentNumber, 9))
  const born = withCheck(holder.born)
  const expires = withCheck(holder.expires)
  const personal = withCheck(pad(holder.personalNumber, 14))
  const overall = checkDigit(number + born + expires + personal)
  return [
    pad(`P<${holder.state}${names(holder)}`, 44),
    `${number}${holder.state}${born}${holder.sex}${expires}${personal}${overall}`,
  ]
}

/** Returns the three lines of 30 characters on the back of a card (TD1). */
export function cardLines(holder: Holder): readonly [string, string, string] {
  const first = `I<${holder.state}${withCheck(pad(holder.documentNumber, 9))}${pad(holder.nationalNumber ?? '', 15)}`
  const born = withCheck(holder.born)
  const expires = withCheck(holder.expires)
  const personal = pad(holder.personalNumber, 11)
  const overall = checkDigit(first.slice(5) + born + expires + personal)
  return [
    first,
    `${born}${holder.sex}${expires}${holder.state}${personal}${overall}`,
    pad(names(holder), 30),
  ]
}

function names({ surname, givenNames }: Holder): string {
  return `${surname}<<${givenNames}`.replaceAll(' ', '<')
}

function withCheck(characters: string): string {
  return characters + checkDigit(characters)
}

function pad(characters: string, length: number): string {
  return characters.slice(0, length).padEnd(length, '<')
}
