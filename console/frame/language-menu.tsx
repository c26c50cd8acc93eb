// Button of the language menu.

import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MenuOnDemand } from './menu-on-demand.tsx'

export function LanguageMenu() {
  const { t } = useTranslation('frame')
  return (
    <MenuOnDemand label={t('language')} icon={<IconLanguage size={18} />} load={loadLanguages} />
  )
}

async function loadLanguages() {
  return (await import('./language-choices.tsx')).LanguageChoices
}
