// Asks for the access reason before masked data is shown; one button per reason.

import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import type { ShownPerson } from './use-person.ts'

interface AccessReasonDialogProps {
  readonly person: ShownPerson
  readonly onClose: () => void
}

export function AccessReasonDialog({ person, onClose }: AccessReasonDialogProps) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  return (
    <Dialog isOpen onClose={onClose} title={t('detail.person.show')} size={400}>
      <Text mb="md">{t('detail.person.why')}</Text>
      <Stack gap="xs">
        {person.askedReasons.map((reason, index) => (
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
            {tLabels(`accessReason.${reason}`)}
          </Button>
        ))}
      </Stack>
    </Dialog>
  )
}
