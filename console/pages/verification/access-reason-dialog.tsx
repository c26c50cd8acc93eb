// Asks for the access reason before masked data is shown; one button per reason.

import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { accessReasons } from '../../../server/console-api/verifications/access-reason.ts'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import type { ShownPerson } from './use-person.ts'

/** Of a review, its claim is the reason. */
const askedReasons = accessReasons.filter((reason) => reason !== 'review')

export interface AccessReasonDialogProps {
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
        {askedReasons.map((reason, index) => (
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
