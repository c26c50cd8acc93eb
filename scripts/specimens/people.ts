// The invented people of the committed specimens: Awa has every Senegalese document, Youssef the Moroccan
// card; neither name, number nor address belongs to anybody.

import { cardLines, type Holder, passportLines } from '../../server/demo/invented/machine-lines.ts'

export const awa: Holder = {
  surname: 'TERANGA',
  givenNames: 'AWA MAREME',
  sex: 'F',
  born: '940314',
  expires: '350609',
  state: 'SEN',
  documentNumber: 'SP0042317',
  personalNumber: '27511994004',
}

const cardLinesOfAwa = cardLines(awa)

/** As her cards print it. */
export const awaPrinted = {
  surname: 'TERANGA',
  givenNames: 'Awa Marème',
  sex: 'F',
  born: '14/03/1994',
  birthPlace: 'SAINT-LOUIS',
  height: '168 cm',
  number: '2 751 1994 00042',
  issued: '10/06/2025',
  expires: '09/06/2035',
  address: 'RUE DES SPÉCIMENS 12, NDAR TOUTE',
  centre: 'CENTRE SPÉCIMEN, SAINT-LOUIS',
  authority: 'DIRECTION DES SPÉCIMENS',
  line1: cardLinesOfAwa[0],
  line2: cardLinesOfAwa[1],
  line3: cardLinesOfAwa[2],
} as const

export const awaVoting = {
  ...awaPrinted,
  number: 'SP 100 423 178',
  commune: 'NDAR SPÉCIMEN',
  pollingPlace: 'ÉCOLE DES SPÉCIMENS',
} as const

const passportLinesOfAwa = passportLines(awa)

export const awaTravelling = {
  ...awaPrinted,
  givenNames: 'AWA MARÈME',
  number: awa.documentNumber,
  line1: passportLinesOfAwa[0],
  line2: passportLinesOfAwa[1],
} as const

export const youssefPrinted = {
  surname: 'ZELLIJ',
  surnameArabic: 'الزليج',
  givenNames: 'YOUSSEF',
  givenNamesArabic: 'يوسف',
  born: '22.08.1990',
  birthPlace: 'FÈS',
  birthPlaceArabic: 'فاس',
  number: 'SP104233',
  expires: '17.05.2034',
} as const
