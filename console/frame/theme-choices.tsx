// Theme menu: light, dark or system.

import { useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ChoiceMenu } from './choice-menu.tsx'
import { ThemeIcon } from './theme-icon.tsx'

const schemes = ['auto', 'light', 'dark'] as const

export function ThemeChoices() {
  const { t } = useTranslation('frame')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <ChoiceMenu
      label={t('theme.label')}
      icon={<ThemeIcon scheme={colorScheme} />}
      choices={schemes.map((value) => ({ value, name: t(`theme.${value}`) }))}
      chosen={colorScheme}
      onChoose={setColorScheme}
    />
  )
}
