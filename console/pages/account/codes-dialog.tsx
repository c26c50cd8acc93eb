// New recovery codes; the dialog closes only once the user says that they are stored.

import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface CodesDialogProps {
  readonly codes: readonly string[]
  /** Whether they take the place of earlier ones. */
  readonly isRenewal?: boolean
  readonly onKept: () => void
}

/** Escape and backdrop do not close it before that: the codes would be gone. */
export function CodesDialog({ codes, isRenewal = false, onKept }: CodesDialogProps) {
  const { t } = useTranslation('account')
  const [isKept, setKept] = useState(false)
  const [isWarned, setWarned] = useState(false)
  const close = () => (isKept ? onKept() : setWarned(true))
  return (
    <Dialog isOpen onClose={close} title={t('codes.title')}>
      <Text mb="md">{t(isRenewal ? 'codes.renewed' : 'codes.first')}</Text>
      <RecoveryCodes
        codes={codes}
        action={t('codes.action')}
        onKept={onKept}
        isWarned={isWarned}
        onChecked={setKept}
      />
    </Dialog>
  )
}
