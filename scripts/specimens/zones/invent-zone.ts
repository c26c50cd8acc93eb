// Invents the machine-readable lines of documents whose holders do not exist, with true check digits: each format, long
// names, West African and Moroccan ones, states of one and two letters, numbers too long for their field. Pure.

import type { Chance } from '../../../server/demo/invented/chance.ts'
import { checkDigit } from '../../../server/mrz/check-digit.ts'
import type { MrzFormat } from '../../../server/mrz/mrz-layouts.ts'

export interface InventedZone {
  readonly format: MrzFormat
  readonly lines: readonly string[]
}

const words = (text: string) => text.split(' ')
const surnames = words(
  'NDIAYE DIOP FALL SOW BA SARR GUEYE NGOM MBENGUE THIAM SYLLA DIARRASSOUBA OUEDRAOGO KOUYATE BENNANI ALAOUI ' +
    'EL<AMRANI EL<IDRISSI AIT<BENHADDOU BENCHEKROUN CHRAIBI ZNIBER OUAZZANI<TOUHAMI BENJELLOUN<ANDALOUSSI Y QUAYE ' +
    'VAN<DER<MEULEN KONE WAFO XALAM',
)
const givenNames = words(
  'AWA<FATOU MAMADOU CHEIKH<AHMADOU<BAMBA NDEYE<KHADY OUSMANE IBRAHIMA<KHALIL JOSEPHINE ZAHRA YOUSSEF FATIMA<EZZAHRA ' +
    'MOHAMMED<AMINE KHADIJA SOUMAYA HAMZA WALID PAPE<SEYNI MARIE<JEANNE<ANTOINETTE QUENTIN BA LY',
)
const states = words('SEN MAR SEN MAR CIV MLI BFA GIN TGO BEN D<< RKS FRA CIV ZZ<')
const digits = '0123456789'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** `state` as in the lines, three characters. */
export function inventZone(chance: Chance, format: MrzFormat, state?: string): InventedZone {
  const holder = inventHolder(chance, state ?? chance.oneOf(states))
  return { format, lines: linesOf(chance, format, holder) }
}

interface Holder {
  readonly state: string
  readonly names: string
  readonly number: string
  /** With their check digits. */
  readonly born: string
  readonly expires: string
  readonly sex: string
}

function inventHolder(chance: Chance, state: string): Holder {
  const two = (from: number, to: number) => String(chance.between(from, to)).padStart(2, '0')
  const date = (from: number, to: number) => withCheck(`${two(from, to)}${two(1, 12)}${two(1, 28)}`)
  return {
    state,
    names: `${chance.oneOf(surnames)}<<${chance.oneOf(givenNames)}`,
    number: inventNumber(chance),
    born: date(40, 99),
    expires: date(27, 36),
    sex: chance.oneOf(['F', 'M', 'F', 'M', '<']),
  }
}

function inventNumber(chance: Chance): string {
  const some = (from: string, count: number) =>
    Array.from({ length: count }, () => chance.oneOf([...from])).join('')
  const kind = chance.between(0, 3)
  if (kind === 0) return some(letters, 1) + some(digits, 8)
  if (kind === 1) return some(letters, 2) + some(digits, 7)
  return kind === 2 ? some(digits, 9) : some(letters, 2) + some(digits, 6)
}

function linesOf(chance: Chance, format: MrzFormat, holder: Holder): readonly string[] {
  const { state, names, number, born, expires, sex } = holder
  const numbered = withCheck(pad(number, 9))
  const heads = `${numbered}${state}${born}${sex}${expires}`
  const personal = chance.share() < 0.5 ? '' : inventNumber(chance)
  switch (format) {
    case 'TD3': {
      const optional = personal === '' ? `${pad('', 14)}0` : withCheck(pad(personal, 14))
      const overall = checkDigit(numbered + born + expires + optional)
      return [pad(`P<${state}${names}`, 44), `${heads}${optional}${overall}`]
    }
    case 'TD2': {
      const optional = pad(personal.slice(0, 7), 7)
      const overall = checkDigit(numbered + born + expires + optional)
      return [pad(`I<${state}${names}`, 36), `${heads}${optional}${overall}`]
    }
    case 'MRV-A':
      return [pad(`V<${state}${names}`, 44), pad(heads, 44)]
    case 'MRV-B':
      return [pad(`V<${state}${names}`, 36), pad(heads, 36)]
    case 'TD1':
      return cardOf(chance, holder, personal)
    case 'FR-ID':
      return frenchCard(chance, holder)
  }
}

function cardOf(chance: Chance, holder: Holder, personal: string): readonly string[] {
  const { state, names, number, born, expires, sex } = holder
  const more = `${chance.between(100, 9_999)}`
  const isLong = chance.share() < 0.3
  const nine = pad(number, 9).replaceAll('<', '0')
  const numbered = isLong
    ? pad(`${nine}<${more}${checkDigit(nine + more)}`, 25)
    : pad(`${withCheck(pad(number, 9))}${personal}`, 25)
  const optional = pad('', 11)
  const overall = checkDigit(numbered + born + expires + optional)
  return [
    `${chance.oneOf(['I<', 'ID'])}${state}${numbered}`,
    `${born}${sex}${expires}${state}${optional}${overall}`,
    pad(names, 30),
  ]
}

/** The card of before 2021: names on both lines, the sex after the birth date, no expiry. */
function frenchCard(chance: Chance, { names, born, sex }: Holder): readonly string[] {
  const [surname = '', given = ''] = names.split('<<')
  const office = `${chance.between(100_000, 999_999)}`
  const first = `IDFRA${pad(surname, 25)}${office}`
  const number = withCheck(`${chance.between(100_000, 999_999)}${chance.between(100_000, 999_999)}`)
  const second = `${number}${pad(given.replaceAll('<', '<<'), 14)}${born}${sex === '<' ? 'F' : sex}`
  return [first, second + checkDigit(first + second)]
}

function withCheck(characters: string): string {
  return characters + checkDigit(characters)
}

function pad(characters: string, length: number): string {
  return characters.slice(0, length).padEnd(length, '<')
}
