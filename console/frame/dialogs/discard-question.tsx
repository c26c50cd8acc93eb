// Asks above a dialog whether what was typed in it may be lost.

import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './dialog.module.css'
import { StayOrLeave } from './stay-or-leave.tsx'

interface DiscardQuestionProps {
  readonly onStay: () => void
  readonly onDiscard: () => void
}

/** Escape, or a click beside it, goes on with the dialog: nobody loses text by pressing a key twice. */
export function DiscardQuestion({ onStay, onDiscard }: DiscardQuestionProps) {
  const { t } = useTranslation('frame')
  return (
    <Modal.Root
      opened
      onClose={onStay}
      size={400}
      centered
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content radius="lg">
        <Modal.Body p="lg">
          <Modal.Title className={classes.title ?? ''} mb="md">
            {t('discard.title')}
          </Modal.Title>
          <StayOrLeave
            text={t('discard.text')}
            stay={t('discard.stay')}
            leave={t('discard.action')}
            onStay={onStay}
            onLeave={onDiscard}
          />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
