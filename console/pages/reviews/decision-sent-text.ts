// Confirmation after a decision was sent: what happened, and how many reviews are left.

import { useTranslation } from 'react-i18next'
import type { ReviewCountsJson } from '../../../server/reviews/review-json.ts'
import { useRead } from '../../api/use-api.ts'
import type { Editor } from './review-editor.tsx'

export interface DecisionSentText {
  readonly happened: string
  readonly next: string | undefined
}

/** undefined where nothing was sent, or the review has changed since. */
export function useDecisionSentText(editor: Editor): DecisionSentText | undefined {
  const happened = useHappened()(editor)
  const { environment } = editor.opened
  const counts = useRead<ReviewCountsJson>('/reviews/counts', {
    query: { environment },
    enabled: happened !== undefined,
  }).data
  const { t } = useTranslation('reviews')
  if (happened === undefined) return undefined
  if (counts === undefined) return { happened, next: undefined }
  // A review whose proposal was rejected waits again.
  const own = editor.claimStatus.kind === 'free' ? 1 : 0
  const left = counts.waiting - own - counts.held + counts.for_me
  return { happened, next: left > 0 ? t('done.left', { count: left }) : t('done.noneLeft') }
}

function useHappened() {
  const { t } = useTranslation('reviews')
  return ({ isDecided, claimStatus, review }: Editor): string | undefined => {
    if (!isDecided) return undefined
    switch (claimStatus.kind) {
      case 'closed':
        return t(`done.closed.${claimStatus.decision.outcome}`)
      case 'own_proposal': {
        const { checker } = claimStatus.proposal
        return checker ? t('done.proposedTo', { name: checker.name }) : t('done.proposed')
      }
      case 'free':
        return review.kept_for ? t('done.rejected', { name: review.kept_for.by.name }) : undefined
      case 'mine':
      case 'held':
      case 'named':
      case 'to_answer':
      case 'hidden':
        return undefined
    }
  }
}
