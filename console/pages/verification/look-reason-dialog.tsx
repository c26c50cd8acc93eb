// Asks why somebody wants to see what is masked. Each reason is a button: one key opens this, another shows.

import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { lookReasons, type Person } from './use-person.ts'

export interface LookReasonDialogProps {
  readonly person: Person
  readonly onClose: () => void
}

export function LookReasonDialog({ person, onClose }: LookReasonDialogProps) {
  const { t } = useTranslation('cases')
  return (
    <Dialog isOpen onClose={onClose} title={t('detail.person.show')} size={400}>
      <Text mb="md">{t('detail.person.why')}</Text>
      <Stack gap="xs">
        {lookReasons.map((reason, index) => (
          <Button
            key={reason}
            variant="default"
            justify="flex-start"
            data-autofocus={index === 0 || undefined}
            onClick={() => {
              person.show(reason)
              onClose()
            }}
          >
            {t(`detail.lookReason.${reason}`)}
          </Button>
        ))}
      </Stack>
    </Dialog>
  )
}
