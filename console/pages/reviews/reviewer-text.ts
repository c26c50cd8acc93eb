// Who holds, proposed or must decide a queued review, one line each, addressed to the reader.

import { useTranslation } from 'react-i18next'
import type { ReviewJson } from '../../../server/reviews/review-json.ts'
import { useMe } from '../../api/session.ts'
import { useShow } from '../../words/show.ts'

interface ReviewerLine {
  readonly kind: 'assigned' | 'holds' | 'kept' | 'answers' | 'waits' | 'decided'
  readonly text: string
  /** True where the reader can act. */
  readonly isTurn: boolean
}

export function useReviewerText(): (review: ReviewJson) => readonly ReviewerLine[] {
  const { t } = useTranslation('reviews')
  const { user } = useMe()
  const show = useShow()
  return ({ assignee, claim, kept_for: kept, proposal, decision }) => {
    const lines = [
      assignee && decision === null && assigned(assignee),
      claim && line('holds', claim.by, { at: show.time(claim.until) }),
      kept && line('kept', kept.by, { at: show.instant(kept.until) }),
      proposal && proposed(proposal),
      decision && ({ kind: 'decided', text: decidedBy(decision), isTurn: false } as const),
    ]
    return lines.filter((one) => one !== null && one !== false)
  }

  function assigned({ id, name }: Named): ReviewerLine {
    const isTurn = id === user.id
    return {
      kind: 'assigned',
      text: isTurn ? t('who.assignedMe') : t('who.assigned', { name }),
      isTurn,
    }
  }

  function line(kind: 'holds' | 'kept', { id, name }: Named, { at }: { readonly at: string }) {
    const isTurn = id === user.id
    return { kind, text: t(isTurn ? `who.${kind}Me` : `who.${kind}`, { name, at }), isTurn }
  }

  function proposed({ by, checker }: Proposal): ReviewerLine {
    const others = checker?.name
    if (by.id === user.id) {
      const text = others ? t('who.waitsFor', { name: others }) : t('who.waits')
      return { kind: 'waits', text, isTurn: false }
    }
    const isTurn = checker === null || checker.id === user.id
    if (isTurn) return { kind: 'answers', text: t('who.answer', { name: by.name }), isTurn }
    return { kind: 'waits', text: t('who.named', { name: by.name, checker: others }), isTurn }
  }

  function decidedBy({ decided_by: by, approved_by: second }: Decision): string {
    return second === null ? by.name : t('who.approved', { name: by.name, second: second.name })
  }
}

type Proposal = NonNullable<ReviewJson['proposal']>
type Named = Proposal['by']
type Decision = NonNullable<ReviewJson['decision']>
