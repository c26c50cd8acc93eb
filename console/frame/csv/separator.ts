// Column separators of CSV files, and the default of each language.

import { useTranslation } from 'react-i18next'
import type { VerificationExportJson } from '../../../server/console-api/verifications/verification-list-json.ts'
import { localeOf } from '../../words/languages.ts'

export type Separator = VerificationExportJson['separator']

export const separators = ['comma', 'semicolon'] as const satisfies Separator[]

/** Where the decimal sign is a comma, as in French and in Morocco, spreadsheets expect semicolons. */
export function useUsualSeparator(): Separator {
  const { i18n } = useTranslation()
  const decimal = new Intl.NumberFormat(localeOf(i18n.language)).format(0.5).charAt(1)
  return decimal === ',' ? 'semicolon' : 'comma'
}

const signs: Readonly<Record<Separator, string>> = { comma: ',', semicolon: ';' }

/** `Semicolon (;)` */
export function useSeparatorName(): (separator: Separator) => string {
  const { t } = useTranslation('frame')
  return (separator) => `${t(`csv.${separator}`)} (${signs[separator]})`
}
