// Top bar: breadcrumb, environment, search, language, theme, account. Narrow windows move language
// and theme to the account page.

import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConsolePage } from '../pages/page.ts'
import { AccountMenu } from './account-menu.tsx'
import { useEnvironment } from './environment.tsx'
import { EnvironmentSwitch } from './environment-switch.tsx'
import classes from './frame.module.css'
import { LanguageMenu } from './language-menu.tsx'
import { loadPart } from './load-part.tsx'
import { PlaceInBar } from './page-place.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { SearchBox } from './search-box/search-box.tsx'
import { ShortcutButton } from './shortcut-button.tsx'
import { ThemeMenu } from './theme-menu.tsx'

const NavigationDrawer = loadPart(
  async () => (await import('./navigation-drawer.tsx')).NavigationDrawer,
)

interface TopBarProps {
  readonly page: ConsolePage | undefined
  /** Whether the page shows the environment that is chosen here. */
  readonly isSwitched: boolean
}

export function TopBar({ page, isSwitched }: TopBarProps) {
  const { t } = useTranslation('frame')
  const [isOpen, setOpen] = useState(false)
  return (
    <header className={classes.bar}>
      <span className={classes.burger}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('openNavigation')}
          onClick={() => setOpen(true)}
        >
          <IconMenu2 size={20} />
        </ActionIcon>
      </span>
      {isOpen && <NavigationDrawer isOpen onClose={() => setOpen(false)} />}
      <PlaceInBar />
      <span className={classes.environment}>
        {isSwitched ? <EnvironmentSwitch /> : <ShownEnvironment />}
      </span>
      <SearchBox />
      <PaletteButton />
      <span className={classes.wide}>
        <ShortcutButton />
        <LanguageMenu />
        <ThemeMenu />
      </span>
      <AccountMenu isLoadedAhead={page !== undefined && page.name !== 'overview'} />
    </header>
  )
}

/** Marks the page of one sandbox object, where the environment cannot be switched. */
function ShownEnvironment() {
  const { t } = useTranslation('frame')
  const { shown } = useEnvironment()
  if (shown !== 'sandbox') return null
  return <span className={classes.sandbox}>{t('environment.sandbox')}</span>
}
