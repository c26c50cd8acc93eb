// How a case stands, in a sentence: whose it is and for how long, who proposed what, how it was closed.

import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'
import type { Desk } from './review-desk.tsx'
import { isMine } from './standing.ts'

export function useStandingText(): (desk: Desk) => string {
  const { t } = useTranslation('reviews')
  const show = useShow()
  const closedText = useClosedText()
  return (desk) => {
    const { standing, review } = desk
    const kept = review.kept_for
    if (isMine(standing)) return yours(desk.secondsLeft)
    switch (standing.kind) {
      case 'mine':
        return yours(desk.secondsLeft)
      case 'free':
        return kept === null
          ? t('standing.free')
          : t('standing.kept', { name: kept.by.name, at: show.instant(kept.until) })
      case 'held':
        return t('standing.held', { name: standing.by.name, at: show.time(standing.until) })
      case 'own_proposal':
        return standing.proposal.checker === null
          ? t('standing.ownProposal')
          : t('standing.ownProposalTo', { name: standing.proposal.checker.name })
      case 'named':
        return t('standing.named', { name: standing.checker.name })
      case 'to_answer': {
        const { by, outcome } = standing.proposal
        return t('standing.toAnswer', {
          name: by.name,
          outcome: t(`proposes.${outcome}`),
        })
      }
      case 'closed':
        return closedText(standing.decision)
    }
  }

  function yours(secondsLeft: number): string {
    if (secondsLeft >= 90) return t('standing.mine', { count: Math.floor(secondsLeft / 60) })
    return t('standing.mineSoon', { count: Math.ceil(secondsLeft) })
  }
}

function useClosedText() {
  const { t } = useTranslation('reviews')
  return ({ outcome, decided_by: by, approved_by: second }: Decision) => {
    const told = {
      outcome: t(`outcome.${outcome}`),
      name: by.name,
    }
    return second === null
      ? t('standing.closed', told)
      : t('standing.closedTwo', { ...told, second: second.name })
  }
}

type Decision = NonNullable<Desk['review']['decision']>
