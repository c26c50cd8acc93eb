// Asks before something is done: what will happen, in words, and on the button.

import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSending } from '../../api/use-api.ts'
import { ErrorState } from '../parts/error-state.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  /** The consequence, and whether there is a way back. */
  readonly text: ReactNode
  /** A verb with its object: "Revoke key". */
  readonly action: string
  readonly isDangerous?: boolean
  readonly isBusy?: boolean
  /** On the button that leads away, where nothing is left to be cancelled. */
  readonly away?: string
  /** Why the last try did not succeed. */
  readonly error?: unknown
  readonly onConfirm: () => void
  /** What else is asked, such as a reason. */
  readonly children?: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, text, action, error, onConfirm, children, away } = props
  const { isDangerous = false, isBusy = false } = props
  const { t } = useTranslation('frame')
  const { isSending } = useSending()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <Stack gap="md">
        <Text component="div">{text}</Text>
        {children}
        {error ? <ErrorState error={error} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isSending} onClick={onClose}>
            {away ?? t('cancel')}
          </Button>
          <Button color={isDangerous ? 'red' : 'accent'} loading={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
