// Claim status as a sentence: who holds the review and for how long, who proposed what, how it was
// closed.

import { useTranslation } from 'react-i18next'
import { useMe } from '../../api/session.ts'
import { useShow } from '../../words/show.ts'
import { isMine } from './claim-status.ts'
import type { Editor } from './review-editor.tsx'
import { useOfSecondsLeft } from './use-claim.ts'

export function useClaimStatusText(editor: Editor): string {
  const { t } = useTranslation('reviews')
  const show = useShow()
  const { user } = useMe()
  const closedText = useClosedText()
  const secondsLeft = useOfSecondsLeft(editor.timed, shownSeconds)
  return isMine(editor.claimStatus) ? yours() : textOf(editor)

  function textOf({ claimStatus, review }: Editor): string {
    const kept = review.kept_for
    switch (claimStatus.kind) {
      case 'mine':
        return yours()
      case 'free':
        return kept === null ? t('claimStatus.free') : keptText(kept)
      case 'held':
        return t('claimStatus.held', {
          name: claimStatus.by.name,
          at: show.time(claimStatus.until),
        })
      case 'own_proposal':
        return claimStatus.proposal.checker === null
          ? t('claimStatus.ownProposal')
          : t('claimStatus.ownProposalTo', { name: claimStatus.proposal.checker.name })
      case 'named':
        return t('claimStatus.named', { name: claimStatus.checker.name })
      case 'to_answer': {
        const { by, outcome } = claimStatus.proposal
        return t('claimStatus.toAnswer', {
          name: by.name,
          outcome: t(`proposes.${outcome}`),
        })
      }
      case 'hidden':
        return t(
          editor.opened.quality_check?.is_mine ? 'claimStatus.checking' : 'claimStatus.hidden',
        )
      case 'closed':
        return closedText(claimStatus.decision)
    }
  }

  function keptText({ by, until }: NonNullable<Editor['review']['kept_for']>): string {
    const at = show.instant(until)
    return by.id === user.id
      ? t('claimStatus.keptMe', { at })
      : t('claimStatus.kept', { name: by.name, at })
  }

  function yours(): string {
    return secondsLeft < 90
      ? t('claimStatus.mineSoon', { count: secondsLeft })
      : t('claimStatus.mine', { count: Math.floor(secondsLeft / 60) })
  }
}

/** In whole minutes while there is time, so that the text changes once a minute. */
function shownSeconds(left: number): number {
  return left < 90 ? Math.ceil(left) : Math.max(90, Math.floor(left / 60) * 60)
}

function useClosedText() {
  const { t } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  return ({ outcome, decided_by: by, approved_by: second }: Decision) => {
    const told = {
      outcome: tLabels(`reviewOutcome.${outcome}`),
      name: by.name,
    }
    return second === null
      ? t('claimStatus.closed', told)
      : t('claimStatus.closedTwo', { ...told, second: second.name })
  }
}

type Decision = NonNullable<Editor['review']['decision']>
