// Decision bar, fixed at the bottom right on every tab. A decision is shown for a check before it
// is sent; until then it can be undone, and closing the browser tab leaves nothing half done.

import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSending } from '../../api/use-api.ts'
import { useShortcut } from '../../frame/keys/shortcuts.tsx'
import { useBackLink } from '../verification/back-link.ts'
import type { VerificationTabProps } from '../verification/verification-tab-props.ts'
import { DecisionBarActions } from './decision-bar-actions.tsx'
import { DecisionBarText } from './decision-bar-text.tsx'
import { waysOf } from './draft.ts'
import { type Editor, mayClaim, useEditor } from './review-editor.tsx'
import classes from './reviews.module.css'
import { type NextReview, useNextReview } from './use-next-review.ts'

/** The next review can be claimed even before this review is loaded, or where there is none. */
export function DecisionBar({ opened }: VerificationTabProps) {
  const { t } = useTranslation('reviews')
  const state = useEditor()
  const editor = state.kind === 'open' ? state.editor : undefined
  const taken = useNextReview({ environment: opened.environment, leaving: opened.review?.id })
  const sending = useSending()
  /** Asked for while the decision is being sent: taken once it is, so that nobody waits to press the key. */
  const wanted = useRef(false)
  const next: NextReview = {
    ...taken,
    async take() {
      wanted.current = sending.isNow() && editor?.isLookedOver === true
      if (sending.isNow()) return
      if (editor) editor.leave(taken.take)
      else await taken.take()
    },
  }
  useShortcut('n', t('takeNext'), next.take, 'review')
  const onSent = useEffectEvent((isDecided: boolean) => {
    if (wanted.current && isDecided) void next.take()
    wanted.current = false
  })
  const sent = editor?.send.status
  useEffect(() => {
    if (sent === 'success' || sent === 'error') onSent(sent === 'success')
  }, [sent])
  return editor ? <Bar editor={editor} next={next} /> : null
}

interface BarProps {
  readonly editor: Editor
  readonly next: NextReview
}

function Bar({ editor, next }: BarProps) {
  const { t } = useTranslation('reviews')
  useBackKey(editor)
  // A quality check has a form of its own, with the same keys.
  const hasKeys = !editor.opened.quality_check
  return (
    <section className={classes.bar} aria-label={t('bar.label')}>
      {hasKeys && <DecisionKeys editor={editor} />}
      {mayClaim(editor) && <ClaimKey editor={editor} />}
      <DecisionBarText editor={editor} next={next} />
      <DecisionBarActions editor={editor} next={next} />
    </section>
  )
}

/** These keys never send: the last step is a button, which has the focus then. */
function DecisionKeys({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation('reviews')
  const [yes, no] = waysOf(editor.claimStatus, editor.opened.status)
  useShortcut('y', t('keys.yes'), () => editor.choose(yes, 'key'), 'review')
  useShortcut('x', t('keys.no'), () => editor.choose(no, 'key'), 'review')
  useShortcut('w', t('panel.noteKey'), () => editor.want('note'), 'review')
  useShortcut('Ctrl+Enter', t('keys.check'), editor.lookOver, 'review')
  return null
}

function ClaimKey({ editor: { claim, take } }: { readonly editor: Editor }) {
  const { t } = useTranslation('reviews')
  useShortcut('a', t('bar.take'), () => claim.isPending || take(), 'review')
  return null
}

/**
 * Escape goes one step back: from the check to the choice, else to the list; nowhere while
 * something is being sent.
 */
function useBackKey(editor: Editor): void {
  const { t } = useTranslation('reviews')
  const back = useBackLink()
  const sending = useSending()
  useShortcut('Escape', t('keys.back'), () => {
    if (sending.isNow()) return
    if (editor.isLookedOver) editor.goBack()
    else back.go()
  })
}
