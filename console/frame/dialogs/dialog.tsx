// Modal dialog with a title; Escape, the cross and a click beside it close it. Where text was typed, it asks first.

import { Group, Modal } from '@mantine/core'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useProofRequest } from '../../api/api-context.tsx'
import { useSending } from '../../api/use-api.ts'
import classes from './dialog.module.css'
import { DiscardQuestion } from './discard-question.tsx'
import { useTyped } from './use-typed.ts'

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly size?: number | string
  /**
   * Whether it may open above another dialog, as the proof dialog does: Escape then closes it
   * first, and asks nothing.
   */
  readonly isAbove?: boolean
  /** True while work other than a `useChange` is in flight. */
  readonly isBusy?: boolean
  readonly children: ReactNode
}

/**
 * Does not use `header`, of which a page has one. Cannot be closed while a change is in flight, so
 * that the user learns the outcome. A button that says "Cancel" closes it at once, typed or not.
 */
export function Dialog(props: DialogProps) {
  const { isOpen, title, size = 460, isAbove = false, isBusy = false, children } = props
  const { t } = useTranslation('frame')
  const desk = useProofRequest()
  const isProofAsked = useSyncExternalStore(desk.subscribe, desk.isAsked)
  const { isSending, isNow } = useSending()
  const isHeld = isBusy || (isSending && !isAbove)
  const typed = useTyped()
  const [isAsked, setAsked] = useState(false)
  const onClose = () => {
    // Escape is heard here, too, while the page is hidden: see kept-page.tsx.
    const isHidden = document.documentElement.hasAttribute('data-hidden')
    if (isHeld || isHidden || !(isAbove || !isNow())) return
    if (isAbove || !typed.isThere()) props.onClose()
    else setAsked(true)
  }
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={size}
      closeOnEscape={isAbove || !(isProofAsked || isAsked)}
      centered
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content radius="lg" className={classes.content ?? ''} onFocus={typed.onFocus}>
        <Modal.Body p="lg">
          <Group justify="space-between" wrap="nowrap" align="flex-start" mb="md">
            <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
            <Modal.CloseButton aria-label={t('close')} size={28} m={0} disabled={isHeld} />
          </Group>
          {children}
        </Modal.Body>
      </Modal.Content>
      {isAsked && <DiscardQuestion onStay={() => setAsked(false)} onDiscard={props.onClose} />}
    </Modal.Root>
  )
}
