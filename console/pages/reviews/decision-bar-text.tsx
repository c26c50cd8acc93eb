// Text of the decision bar: claim status and, once something is chosen, what sending it will do.

import { Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReviewCodesJson } from '../../../server/reviews/review-json.ts'
import { isRefusedWith } from '../../api/refusal.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { isMine } from './claim-status.ts'
import { useClaimStatusText } from './claim-status-text.ts'
import { type DecisionSentText, useDecisionSentText } from './decision-sent-text.ts'
import { DecisionShown } from './decision-shown.tsx'
import { isWhole } from './draft.ts'
import type { Editor } from './review-editor.tsx'
import classes from './reviews.module.css'
import type { NextReview } from './use-next-review.ts'
import { useReviewCodes } from './use-review-codes.ts'

/** Read aloud with the button that sends. */
export const decisionTextId = 'decision-text'

interface DecisionBarTextProps {
  readonly editor: Editor
  readonly next: NextReview
}

export function DecisionBarText({ editor, next }: DecisionBarTextProps) {
  const { t } = useTranslation('reviews')
  const claimStatus = useClaimStatusText(editor)
  const codes = useReviewCodes()
  const isProposal = makesProposal(editor.choice, codes)
  const will = useWillText(editor, isProposal)
  const done = useDecisionSentText(editor)
  const isAsked = editor.isChosen
  // Of the reasons against a proposal, one is chosen.
  const missing = editor.choice.kind === 'reject' ? 'bar.missingRejection' : 'bar.missingReason'
  if (done !== undefined && !isAsked) return <Done done={done} editor={editor} next={next} />
  return (
    <div className={classes.said} id={decisionTextId}>
      {isAsked && (
        <Text fw={550} role="status">
          {isWhole(editor.choice) ? will : t(missing)}
        </Text>
      )}
      {editor.isLookedOver && <DecisionShown editor={editor} />}
      <Text size="sm" {...(isAsked ? { c: 'dimmed' } : {})}>
        {editor.isLookedOver ? t(isProposal ? 'bar.notSentProposal' : 'bar.notSent') : claimStatus}
      </Text>
      <Trouble editor={editor} next={next} />
    </div>
  )
}

function Done({ done, editor, next }: DecisionBarTextProps & { readonly done: DecisionSentText }) {
  return (
    <div className={classes.said}>
      <Text fw={550} role="status" className={classes.done}>
        <IconCircleCheck size={18} aria-hidden />
        {done.happened}
      </Text>
      <Text size="sm" c="dimmed">
        {done.next}
      </Text>
      <Trouble editor={editor} next={next} />
    </div>
  )
}

/** Hides conflicts whose reason the claim status already shows. */
function Trouble({ editor, next }: DecisionBarTextProps) {
  const { claim, release, send, claimStatus } = editor
  const error = send.error ?? claim.error ?? release.error ?? next.error
  if (error === null) return null
  const isSeen = !isMine(claimStatus) && claimStatus.kind !== 'to_answer'
  return isRefusedWith(error, 'conflict') && isSeen ? null : <ErrorState error={error} />
}

/** A decision that a second reviewer must approve, by the rules or because this reviewer named one. */
function makesProposal(choice: Editor['choice'], codes: ReviewCodesJson | undefined): boolean {
  if (choice.kind !== 'decide') return false
  return choice.checkerId !== undefined || codes?.second_person[choice.outcome] === true
}

function useWillText({ choice, claimStatus }: Editor, isProposal: boolean): string {
  const { t } = useTranslation('reviews')
  switch (choice.kind) {
    case 'none':
      return ''
    case 'decide': {
      const { outcome } = choice
      return t(isProposal ? `bar.willPropose.${outcome}` : `bar.willClose.${outcome}`)
    }
    case 'approve':
    case 'reject': {
      if (claimStatus.kind !== 'to_answer') return ''
      const { outcome, by } = claimStatus.proposal
      if (choice.kind === 'reject') return t('bar.willReject', { name: by.name })
      return t(`bar.willApprove.${outcome}`)
    }
  }
}
