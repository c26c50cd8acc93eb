// Menu of the actions on one user.

import { Button, Menu } from '@mantine/core'
import {
  IconChevronDown,
  IconLink,
  IconMailForward,
  IconShieldOff,
  IconUserCheck,
  IconUserCog,
  IconUserOff,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { UserAccessJson } from '../../../server/users/user-json.ts'
import type { Managed, Open } from './user-dialogs.tsx'

interface ManageMenuProps {
  readonly person: UserAccessJson
  readonly onOpen: (open: Open) => void
}

export function ManageMenu({ person, onOpen }: ManageMenuProps) {
  const { t } = useTranslation('users')
  const isDisabled = person.state === 'disabled'
  // The directory decides about role and password of its users.
  const isLocal = person.source === 'local'
  const hasItemsAbove = isLocal || person.state === 'active' || person.second_factors.length > 0
  const open = (kind: Managed) => () => onOpen({ kind, person })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-xs"
          h={24}
          variant="default"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={t('manage.openNamed', { name: person.name })}
        >
          {t('manage.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('manage.openNamed', { name: person.name })}>
        {isLocal && (
          <Menu.Item leftSection={<IconUserCog size={16} aria-hidden />} onClick={open('role')}>
            {t('manage.role')}
          </Menu.Item>
        )}
        {isLocal && !isDisabled && (
          <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={open('link')}>
            {person.state === 'invited' ? t('manage.invitation') : t('manage.password')}
          </Menu.Item>
        )}
        {person.second_factors.length > 0 && (
          <Menu.Item leftSection={<IconShieldOff size={16} aria-hidden />} onClick={open('factor')}>
            {t('factor_reset.action')}
          </Menu.Item>
        )}
        {person.state === 'active' && (
          <Menu.Item
            leftSection={<IconMailForward size={16} aria-hidden />}
            onClick={open('reinvite')}
          >
            {t('reinvitation.action')}
          </Menu.Item>
        )}
        {hasItemsAbove && <Menu.Divider />}
        <Menu.Item
          leftSection={
            isDisabled ? (
              <IconUserCheck size={16} aria-hidden />
            ) : (
              <IconUserOff size={16} aria-hidden />
            )
          }
          onClick={open('state')}
        >
          {isDisabled ? t('enable.action') : t('disable.action')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
