// The navigation of narrow windows, over the page.

import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Navigation } from './navigation.tsx'

interface NavigationDrawerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function NavigationDrawer({ isOpen, onClose }: NavigationDrawerProps) {
  const { t } = useTranslation('frame')
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} size={260} transitionProps={{ duration: 120 }}>
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content aria-label={t('navigation')}>
        <Drawer.Body p={0} pos="relative">
          <Drawer.CloseButton
            aria-label={t('close')}
            pos="absolute"
            top={10}
            right={10}
            size={32}
          />
          <Navigation isWide onChosen={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
