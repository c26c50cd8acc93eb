// Language menu; each language is named in itself.

import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { changeLanguage } from '../words/language.ts'
import { languageNames, languages } from '../words/languages.ts'
import { ChoiceMenu } from './choice-menu.tsx'

export function LanguageChoices() {
  const { t, i18n } = useTranslation('frame')
  return (
    <ChoiceMenu
      label={t('language')}
      icon={<IconLanguage size={18} />}
      choices={languages.map((value) => ({ value, name: languageNames[value], lang: value }))}
      chosen={i18n.language}
      onChoose={changeLanguage}
    />
  )
}
