// Footer of a form in a dialog, with Cancel and Submit.

import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DialogEnding } from './dialog-ending.tsx'

interface FormEndingProps {
  /** A verb with its object. */
  readonly action: string
  readonly isBusy?: boolean
  /** Whether nothing can be cancelled any more. */
  readonly isDone?: boolean
  readonly onClose: () => void
}

export function FormEnding({ action, isBusy = false, isDone = false, onClose }: FormEndingProps) {
  const { t } = useTranslation('frame')
  return (
    <DialogEnding>
      <Button variant="default" disabled={isBusy} onClick={onClose}>
        {t(isDone ? 'close' : 'cancel')}
      </Button>
      <Button type="submit" loading={isBusy}>
        {action}
      </Button>
    </DialogEnding>
  )
}
