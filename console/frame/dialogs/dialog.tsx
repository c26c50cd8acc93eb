// A dialog over the page: a name, what it asks, a way out by Escape, by the button and by the backdrop.

import { Group, Modal } from '@mantine/core'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useProofRequest } from '../../api/api-context.tsx'
import { useSending } from '../../api/use-api.ts'
import classes from './dialog.module.css'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly size?: number | string
  /** Whether it may stand above another, as the question for a proof does: then Escape is meant for it. */
  readonly isAbove?: boolean
  /** Something that is no `useChange` is on its way. */
  readonly isBusy?: boolean
  readonly children: ReactNode
}

/**
 * Its head is no `header`, which a page has one of. While a change is on its way there is no way out: whoever
 * left would not learn what came of it.
 */
export function Dialog(props: DialogProps) {
  const { isOpen, title, size = 460, isAbove = false, isBusy = false, children } = props
  const { t } = useTranslation('frame')
  const desk = useProofRequest()
  const isProofAsked = useSyncExternalStore(desk.subscribe, desk.isAsked)
  const { isSending, isNow } = useSending()
  const isHeld = isBusy || (isSending && !isAbove)
  const onClose = () => {
    if (!isHeld && (isAbove || !isNow())) props.onClose()
  }
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={size}
      closeOnEscape={isAbove || !isProofAsked}
      centered
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content radius="lg" className={classes.content ?? ''}>
        <Modal.Body p="lg">
          <Group justify="space-between" wrap="nowrap" align="flex-start" mb="md">
            <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
            <Modal.CloseButton aria-label={t('close')} size={28} m={0} disabled={isHeld} />
          </Group>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
