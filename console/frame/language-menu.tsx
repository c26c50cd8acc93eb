// Language menu; each language is named in itself.

import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { changeLanguage, languageNames, languages } from '../words/language.ts'

export function LanguageMenu() {
  const { t, i18n } = useTranslation('frame')
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('language')}>
          <IconLanguage size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('language')}>
        {languages.map((language) => (
          <Menu.RadioItem
            key={language}
            lang={language}
            value={language}
            checked={i18n.language === language}
            checkIcon={<IconCheck size={16} aria-hidden />}
            closeMenuOnClick
            onChange={() => changeLanguage(language)}
          >
            {languageNames[language]}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
