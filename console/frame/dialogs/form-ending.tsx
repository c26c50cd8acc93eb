// Footer of a form in a dialog, with Cancel and Submit; stays visible however long the form is.

import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './dialog.module.css'

interface FormEndingProps {
  /** A verb with its object. */
  readonly action: string
  readonly isBusy: boolean
  readonly onClose: () => void
}

export function FormEnding({ action, isBusy, onClose }: FormEndingProps) {
  const { t } = useTranslation('frame')
  return (
    <Group justify="flex-end" gap="xs" className={classes.ending ?? ''}>
      <Button variant="default" disabled={isBusy} onClick={onClose}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={isBusy}>
        {action}
      </Button>
    </Group>
  )
}
