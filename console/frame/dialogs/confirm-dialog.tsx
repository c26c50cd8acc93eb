// Confirmation dialog: states the consequence in its text and the action on its button.

import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSending } from '../../api/use-api.ts'
import { ErrorState } from '../parts/error-state.tsx'
import { Dialog } from './dialog.tsx'
import { DialogEnding } from './dialog-ending.tsx'

interface ConfirmDialogProps {
  readonly onClose: () => void
  readonly title: string
  /** The consequence, and whether it can be undone. */
  readonly text: ReactNode
  /** A verb with its object: "Revoke key". */
  readonly action: string
  readonly isDangerous?: boolean
  readonly isBusy?: boolean
  /** Label of the closing button where nothing can be cancelled any more. */
  readonly away?: string
  /** Why the last attempt failed. */
  readonly error?: unknown
  readonly onConfirm: () => void
  /** Further fields, such as a reason. */
  readonly children?: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { onClose, title, text, action, error, onConfirm, children, away } = props
  const { isDangerous = false, isBusy = false } = props
  const { t } = useTranslation('frame')
  const { isSending } = useSending()
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <Stack gap="md">
        <Text component="div">{text}</Text>
        {children}
        {error ? <ErrorState error={error} /> : null}
        <DialogEnding>
          <Button variant="default" disabled={isSending} onClick={onClose}>
            {away ?? t('cancel')}
          </Button>
          <Button color={isDangerous ? 'red' : 'accent'} loading={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </DialogEnding>
      </Stack>
    </Dialog>
  )
}
