// Parses machine-readable lines into a document's fields and checks their digits. Pure.

import { checkDigit } from './check-digit.ts'
import {
  type CheckLayout,
  charactersAt,
  layoutOf,
  type MrzFormat,
  type MrzLayout,
} from './mrz-layouts.ts'

type MrzCheck = 'number' | 'birth' | 'expiry' | 'optional' | 'composite'

/** Protected by check digits are the number, the dates and most optional data; nothing else is. */
export interface MrzDocument {
  readonly format: MrzFormat
  /** One or two letters, such as P, I, ID or V. */
  readonly documentCode: string
  /** One to three letters as printed: Germany is D. */
  readonly issuingState: string
  readonly documentNumber: string
  /** Undefined where the format has none. */
  readonly nationality: string | undefined
  /** `YYYY-MM-DD`, or shorter where day or month are unknown; undefined if impossible. */
  readonly birthDate: string | undefined
  readonly sex: 'F' | 'M' | 'X'
  /** As `birthDate`; also undefined where the format has none. */
  readonly expiryDate: string | undefined
  readonly surname: string
  /** Empty where the document states one name only. */
  readonly givenNames: string
  /** Without fillers; empty fields are left out. */
  readonly optionalFields: readonly string[]
  /** Whether each check digit of the format holds. */
  readonly checks: Readonly<Partial<Record<MrzCheck, boolean>>>
}

/** `year` is today's: birth is not after it, expiry within fifty years of it. */
export function parseMrz(
  lines: readonly string[],
  { year }: { readonly year: number },
): MrzDocument | undefined {
  const layout = layoutOf(lines)
  if (layout === undefined || !lines.every((line) => /^[0-9A-Z<]+$/.test(line))) return undefined
  const value = (span: MrzLayout['number'] | undefined) =>
    span && withoutFillers(charactersAt(lines, span))
  const number = longNumber(lines, layout)
  const sex = value(layout.sex)
  return {
    format: layout.format,
    documentCode: value(layout.code) ?? '',
    issuingState: value(layout.state) ?? '',
    documentNumber: number?.number ?? value(layout.number) ?? '',
    nationality: value(layout.nationality),
    birthDate: dateOf(charactersAt(lines, layout.birth), year),
    sex: sex === 'F' || sex === 'M' ? sex : 'X',
    expiryDate: layout.expiry && dateOf(charactersAt(lines, layout.expiry), year + 50),
    ...namesOf(lines, layout),
    optionalFields: layout.optional
      .map((span) => (number && isSame(span, layout.longNumber) ? number.rest : value(span)) ?? '')
      .filter((text) => text !== ''),
    checks: checksOf(lines, layout, number),
  }
}

interface LongNumber {
  readonly number: string
  readonly holds: boolean
  /** The optional data after the number. */
  readonly rest: string
}

/** A filler for the check digit says that the number goes on in the optional data. */
function longNumber(lines: readonly string[], layout: MrzLayout): LongNumber | undefined {
  if (layout.longNumber === undefined) return undefined
  if (charactersAt(lines, layout.checks.number.digit) !== '<') return undefined
  const [end = '', ...others] = charactersAt(lines, layout.longNumber).split('<')
  if (end.length < 2) return undefined
  const number = charactersAt(lines, layout.number) + end.slice(0, -1)
  return {
    number,
    holds: checkDigit(number) === end.at(-1),
    rest: withoutFillers(others.join('<')),
  }
}

function checksOf(
  lines: readonly string[],
  { checks }: MrzLayout,
  number: LongNumber | undefined,
): MrzDocument['checks'] {
  const results = Object.entries(checks).map(([name, one]) => [name, holds(lines, one)] as const)
  const all: Partial<Record<MrzCheck, boolean>> = Object.fromEntries(results)
  return number === undefined ? all : { ...all, number: number.holds }
}

function holds(lines: readonly string[], { digit, over, mayBeFiller }: CheckLayout): boolean {
  const printed = charactersAt(lines, digit)
  const protectedPart = over.map((span) => charactersAt(lines, span)).join('')
  if (printed === '<') return mayBeFiller && withoutFillers(protectedPart) === ''
  return checkDigit(protectedPart) === printed
}

function namesOf(lines: readonly string[], { names }: MrzLayout) {
  const printed = names.map((span) => charactersAt(lines, span))
  const [surname = '', ...given] = names.length > 1 ? printed : (printed[0] ?? '').split('<<')
  return { surname: withoutFillers(surname), givenNames: withoutFillers(given.join('<')) }
}

function isSame(one: MrzLayout['number'], other: MrzLayout['longNumber']): boolean {
  return one.line === other?.line && one.from === other.from
}

function withoutFillers(characters: string): string {
  return characters.split('<').filter(Boolean).join(' ')
}

/** The century is the latest that does not lead beyond `yearMax`. */
function dateOf(characters: string, yearMax: number): string | undefined {
  const unknown = characters.replaceAll('<', '0')
  if (!/^\d{6}$/.test(unknown) || !/^\d\d/.test(characters)) return undefined
  const short = Number(unknown.slice(0, 2))
  const year = yearMax - ((((yearMax - short) % 100) + 100) % 100)
  const [month, day] = [unknown.slice(2, 4), unknown.slice(4, 6)]
  if (month === '00') return day === '00' ? String(year) : undefined
  if (Number(month) > 12) return undefined
  if (day === '00') return `${year}-${month}`
  const daysInMonth = new Date(Date.UTC(year, Number(month), 0)).getUTCDate()
  return Number(day) > daysInMonth ? undefined : `${year}-${month}-${day}`
}
