// Shown instead of an invitation link while another administrator must approve.

import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../frame/dialogs/dialog.tsx'

interface InvitationPendingProps {
  readonly name: string
  readonly onClose: () => void
}

export function InvitationPending({ name, onClose }: InvitationPendingProps) {
  const { t } = useTranslation('users')
  const { t: tFrame } = useTranslation('frame')
  return (
    <Dialog isOpen onClose={onClose} title={t('invite.title')} size={520}>
      <Stack gap="md">
        <Text fw={500}>{t('waits.done')}</Text>
        <Text>{t('waits.invited', { name })}</Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {tFrame('close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
