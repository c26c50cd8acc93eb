// Buttons of the decision bar; the last one is the next step and names it.

import { Button, Group } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReviewOutcome } from '../../../server/verifications/review-summary.ts'
import { isMine, mayWork } from './claim-status.ts'
import { decisionTextId } from './decision-bar-text.tsx'
import { isWhole } from './draft.ts'
import { KeyHint } from './key-hint.tsx'
import { QualityChecksButton } from './quality-checks-button.tsx'
import { type Editor, mayClaim } from './review-editor.tsx'
import classes from './reviews.module.css'
import type { NextReview } from './use-next-review.ts'
import { useReviewCodes } from './use-review-codes.ts'

interface DecisionBarActionsProps {
  readonly editor: Editor
  readonly next: NextReview
}

export function DecisionBarActions(props: DecisionBarActionsProps) {
  const { editor } = props
  const isLookedOver = editor.isLookedOver && editor.isChosen
  const wasLookedOver = useRef(false)
  useEffect(() => {
    if (isLookedOver) wasLookedOver.current = true
  }, [isLookedOver])
  if (isLookedOver) return <SendActions editor={editor} />
  if (editor.isChosen) return <CheckActions editor={editor} wasLookedOver={wasLookedOver} />
  return <OpenActions {...props} wasLookedOver={wasLookedOver} />
}

type AfterCheckProps = DecisionBarActionsProps & { readonly wasLookedOver: RefObject<boolean> }

/** Focuses what stands where the button was that sends: it has gone, and the focus with it. */
function useFocusAfterCheck({ wasLookedOver }: Pick<AfterCheckProps, 'wasLookedOver'>) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const hasNoFocus = document.activeElement === document.body
    if (wasLookedOver.current && hasNoFocus) button.current?.focus()
  }, [wasLookedOver])
  return button
}

/** Before a choice is made, or where none is possible. */
function OpenActions(props: AfterCheckProps) {
  const { editor } = props
  const { t } = useTranslation('reviews')
  const { claimStatus, claim, release } = editor
  const has = isMine(claimStatus)
  return (
    <Group gap="xs" justify="flex-end" className={classes.actions ?? ''}>
      {has && (
        <Button variant="subtle" loading={release.isPending} onClick={editor.putBack}>
          {t('bar.release')}
        </Button>
      )}
      {mayClaim(editor) && (
        <Button
          variant="default"
          loading={claim.isPending}
          rightSection={<KeyHint>a</KeyHint>}
          onClick={editor.take}
        >
          {t('bar.take')}
        </Button>
      )}
      {has && !editor.isPanelOpen && !editor.isDecided && (
        <Button onClick={() => editor.want('outcome')}>{t('bar.decide')}</Button>
      )}
      {claimStatus.kind === 'closed' && (
        <QualityChecksButton
          environment={editor.opened.environment}
          size="sm"
          leave={editor.leave}
        />
      )}
      <NextButton {...props} />
    </Group>
  )
}

/** Focused once the review is decided, also by somebody else in the last moment. */
function NextButton(props: AfterCheckProps) {
  const { editor, next } = props
  const { t } = useTranslation('reviews')
  const button = useFocusAfterCheck(props)
  useEffect(() => {
    if (editor.isDecided) button.current?.focus()
  }, [editor.isDecided, button])
  const check = editor.opened.quality_check
  const hasCheck = check !== null && !check.is_held
  const isDone = (!mayWork(editor.claimStatus) && !hasCheck) || editor.isDecided
  return (
    <Button
      ref={button}
      variant={isDone ? 'filled' : 'default'}
      loading={next.isPending}
      rightSection={<KeyHint>n</KeyHint>}
      onClick={next.take}
    >
      {t('bar.next')}
    </Button>
  )
}

/** Focused after Escape, and where the decision could not be sent. */
function CheckActions(props: Omit<AfterCheckProps, 'next'>) {
  const { editor } = props
  const { t } = useTranslation('reviews')
  const button = useFocusAfterCheck(props)
  const label = useCheckLabel(editor)
  const isReady = isWhole(editor.choice)
  return (
    <Group gap={6} justify="flex-end" className={classes.actions ?? ''}>
      <Button variant="subtle" px={6} onClick={() => editor.changeChoice({ kind: 'none' })}>
        {t('bar.clear')}
      </Button>
      <Button
        ref={button}
        px={10}
        disabled={!isReady}
        rightSection={isReady && <KeyHint>Ctrl+↵</KeyHint>}
        onClick={editor.lookOver}
      >
        {label}
      </Button>
    </Group>
  )
}

/** The send button has the focus: Enter sends, Escape goes back. */
function SendActions({ editor }: Pick<DecisionBarActionsProps, 'editor'>) {
  const { t } = useTranslation('reviews')
  const button = useRef<HTMLButtonElement>(null)
  const does = useWhatSendingDoes(editor)
  const isBusy = editor.send.isPending || editor.claim.isPending
  useEffect(() => {
    if (!isBusy) button.current?.focus()
  }, [isBusy])
  return (
    <Group gap="xs" justify="flex-end" className={classes.actions ?? ''}>
      <Button
        variant="default"
        rightSection={<KeyHint>Esc</KeyHint>}
        disabled={editor.send.isPending}
        onClick={editor.goBack}
      >
        {t('bar.undo')}
      </Button>
      <Button
        ref={button}
        loading={isBusy}
        aria-describedby={decisionTextId}
        onClick={editor.decide}
      >
        {t(`bar.send.${does}`)}
      </Button>
    </Group>
  )
}

function useWhatSendingDoes({ choice }: Editor): 'close' | 'propose' | 'approve' | 'reject' {
  const codes = useReviewCodes()
  if (choice.kind === 'approve' || choice.kind === 'reject') return choice.kind
  if (choice.kind === 'none') return 'close'
  const isProposal = choice.checkerId !== undefined || codes?.second_person[choice.outcome] === true
  return isProposal ? 'propose' : 'close'
}

const proposes = {
  confirm: 'proposeConfirm',
  dispute: 'proposeDispute',
  approved: 'proposeApproved',
  declined: 'proposeDeclined',
} as const satisfies Readonly<Record<ReviewOutcome, string>>

function useCheckLabel(editor: Editor): string {
  const { t } = useTranslation('reviews')
  const does = useWhatSendingDoes(editor)
  const { choice } = editor
  if (does === 'approve' || does === 'reject') return t(`bar.check.${does}`)
  const outcome = choice.kind === 'decide' ? choice.outcome : 'confirm'
  return t(`bar.check.${does === 'propose' ? proposes[outcome] : outcome}`)
}
