// Button of the theme menu.

import { useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MenuOnDemand } from './menu-on-demand.tsx'
import { ThemeIcon } from './theme-icon.tsx'

export function ThemeMenu() {
  const { t } = useTranslation('frame')
  const { colorScheme } = useMantineColorScheme()
  return (
    <MenuOnDemand
      label={t('theme.label')}
      icon={<ThemeIcon scheme={colorScheme} />}
      load={loadThemes}
    />
  )
}

async function loadThemes() {
  return (await import('./theme-choices.tsx')).ThemeChoices
}
