// Actions on one endpoint: test and edit as buttons, the others in a menu.

import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { useMay } from '../../api/session.ts'

const dialogs = {
  test: lazy(async () => ({ default: (await import('./test-dialog.tsx')).TestDialog })),
  edit: lazy(async () => ({
    default: (await import('./edit-webhook-dialog.tsx')).EditWebhookDialog,
  })),
  rotate: lazy(async () => ({
    default: (await import('./rotate-secret-dialog.tsx')).RotateSecretDialog,
  })),
  pause: lazy(async () => ({
    default: (await import('./pause-webhook-dialog.tsx')).PauseWebhookDialog,
  })),
  delete: lazy(async () => ({
    default: (await import('./delete-webhook-dialog.tsx')).DeleteWebhookDialog,
  })),
}

export function WebhookActions({ webhook }: { readonly webhook: ConsoleWebhookJson }) {
  const { t } = useTranslation('webhooks')
  const mayManage = useMay()('webhooks.manage')
  const [open, setOpen] = useState<keyof typeof dialogs | undefined>(undefined)
  if (!mayManage) return null
  const Open = open === undefined ? undefined : dialogs[open]
  const isWaiting = webhook.health.state === 'awaiting_approval'
  const PauseIcon = webhook.active ? IconPlayerPause : IconPlayerPlay
  return (
    <>
      <Button variant="default" onClick={() => setOpen('edit')}>
        {t('edit.title')}
      </Button>
      {!isWaiting && <Button onClick={() => setOpen('test')}>{t('test.open')}</Button>}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('more')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown aria-label={t('more')}>
          <Menu.Item
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => setOpen('rotate')}
          >
            {t('rotate.action')}
          </Menu.Item>
          {!isWaiting && (
            <Menu.Item
              leftSection={<PauseIcon size={16} aria-hidden />}
              onClick={() => setOpen('pause')}
            >
              {webhook.active ? t('pause.action') : t('resume.action')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setOpen('delete')}
          >
            {t('delete.action')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{Open && <Open webhook={webhook} onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  )
}
