// Icon of a theme: light, dark or the system's.

import type { MantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

const icons = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon }

export function ThemeIcon({ scheme }: { readonly scheme: MantineColorScheme }) {
  const Icon = icons[scheme]
  return <Icon size={18} />
}
