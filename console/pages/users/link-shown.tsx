// Shows a link once. The appliance sends no e-mail, so the administrator passes it on.

import { Button, Code, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvitedJson } from '../../../server/users/user-json.ts'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { DialogEnding } from '../../frame/dialogs/dialog-ending.tsx'
import { CopyRefused } from '../../frame/parts/copy-refused.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import classes from './users.module.css'

interface LinkShownProps {
  readonly issued: InvitedJson
  readonly kind: 'invitation' | 'password_reset'
  readonly onClose: () => void
}

export function LinkShown({ issued: { user, link }, kind, onClose }: LinkShownProps) {
  const { t } = useTranslation('users')
  const { t: tFrame } = useTranslation('frame')
  const clipboard = useClipboard({ timeout: 2000 })
  const id = useId()
  return (
    <Dialog isOpen onClose={onClose} title={t(`link.title.${kind}`)} size={560}>
      <Stack gap="md">
        <Text>{t(`link.text.${kind}`, { name: user.name })}</Text>
        <div>
          <Text size="sm" fw={500} id={id} mb={4}>
            {t('link.label')}
          </Text>
          <Code block aria-labelledby={id} className={`svc-mono ${classes.address}`}>
            {link.url}
          </Code>
        </div>
        <Text size="sm">
          {t(`link.expires.${kind}`)} <Instant at={link.expires_at} />
        </Text>
        <Text size="sm" c="dimmed">
          {t('link.once')}
        </Text>
        <CopyRefused error={clipboard.error} />
        <DialogEnding>
          <Button variant="default" onClick={onClose}>
            {t('link.done')}
          </Button>
          <Button
            data-autofocus
            leftSection={
              clipboard.copied ? (
                <IconCheck size={16} aria-hidden />
              ) : (
                <IconCopy size={16} aria-hidden />
              )
            }
            onClick={() => clipboard.copy(link.url)}
          >
            {clipboard.copied ? tFrame('copied') : t('link.copy')}
          </Button>
        </DialogEnding>
      </Stack>
    </Dialog>
  )
}
