// Theme menu: light, dark or system.

import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

const schemes = ['auto', 'light', 'dark'] as const
const icons = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon }

export function ThemeMenu() {
  const { t } = useTranslation('frame')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Current = icons[colorScheme]
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('theme.label')}>
          <Current size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('theme.label')}>
        {schemes.map((scheme) => (
          <Menu.RadioItem
            key={scheme}
            value={scheme}
            checked={scheme === colorScheme}
            checkIcon={<IconCheck size={16} aria-hidden />}
            closeMenuOnClick
            onChange={() => setColorScheme(scheme)}
          >
            {t(`theme.${scheme}`)}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
