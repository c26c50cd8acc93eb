// Menu of the signed-in user: name, links to My account and to the handbook, sign out. Opens by itself; see
// menu-on-demand.tsx.

import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconBook2, IconLogout, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMe } from '../api/session.ts'
import { AccountLabel } from './account-label.tsx'
import { useOpenAtOnce } from './use-open-at-once.ts'
import { useSignOut } from './use-sign-out.ts'

export function AccountChoices() {
  const { t } = useTranslation('frame')
  const { user } = useMe()
  const signOut = useSignOut()
  const { button, isOpen, setOpen } = useOpenAtOnce()
  return (
    <Menu position="bottom-end" withinPortal width={240} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <ActionIcon ref={button} variant="transparent" color="gray" size="lg">
          <AccountLabel />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {user.name}
          </Text>
          <Text size="xs">{user.email}</Text>
          <Text size="xs">{t(`roles.${user.role}`)}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<IconUser size={16} aria-hidden />}>
          {t('pages.account')}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/handbook"
          leftSection={<IconBook2 size={16} aria-hidden />}
        >
          {t('pages.handbook')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => signOut()}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
