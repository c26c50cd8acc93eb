// Who has to do with a case of the queue, a line each.

import { useTranslation } from 'react-i18next'
import type { ReviewJson } from '../../../server/reviews/review-json.ts'
import type { Show } from '../../words/show.ts'

export function useWhoText(show: Show): (review: ReviewJson) => readonly string[] {
  const { t } = useTranslation('reviews')
  return ({ claim, kept_for: kept, proposal, decision }) => {
    const lines = [
      claim && t('who.holds', { name: claim.by.name, at: show.time(claim.until) }),
      kept && t('who.kept', { name: kept.by.name, at: show.instant(kept.until) }),
      proposal && t('who.proposed', { name: proposal.by.name }),
      proposal?.checker && t('who.checker', { name: proposal.checker.name }),
      decision && decidedBy(decision),
    ]
    return lines.filter((line) => typeof line === 'string')
  }

  function decidedBy({ decided_by: by, approved_by: second }: Decision): string {
    return second === null ? by.name : t('who.approved', { name: by.name, second: second.name })
  }
}

type Decision = NonNullable<ReviewJson['decision']>
