// The invented people of the specimens. Awa has every Senegalese document, Youssef the Moroccan card;
// neither name, number nor address belongs to anybody.

import type { Holder } from './machine-lines.ts'

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

/** As her card and voter card print it. */
export const awaPrinted = {
  surname: 'TERANGA',
  givenNames: 'Awa Marème',
  born: '14/03/1994',
  birthPlace: 'SAINT-LOUIS',
  height: '168 cm',
  cardNumber: '2 751 1994 00042',
  issued: '10/06/2025',
  expires: '09/06/2035',
  address: 'RUE DES SPÉCIMENS 12, NDAR TOUTE',
} as const

export const youssefPrinted = {
  surname: 'ZELLIJ',
  surnameArabic: 'الزليج',
  givenNames: 'YOUSSEF',
  givenNamesArabic: 'يوسف',
  born: '22.08.1990',
  birthPlace: 'FÈS',
  birthPlaceArabic: 'فاس',
  cardNumber: 'SP104233',
  expires: '17.05.2034',
} as const
