// The texts of the checks in the user's language, and how their values are written.

import { useTranslation } from 'react-i18next'
import { type CheckTexts, checkText, type ShowValues } from '../../../server/doctor/check-text.ts'
import type { CheckResultJson } from '../../../server/doctor/doctor-json.ts'
import { useShow } from '../../words/show.ts'

interface UsedTexts extends CheckTexts {
  textOf(check: CheckResultJson): ReturnType<typeof checkText>
}

export function useCheckTexts(): UsedTexts {
  const { i18n } = useTranslation('checks')
  const { language } = i18n
  const show: ShowValues = { ...useShow(), language }
  const texts: CheckTexts = i18n.getResourceBundle(language, 'checks')
  return { ...texts, textOf: (check) => checkText(texts, check, show) }
}
