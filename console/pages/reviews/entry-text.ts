// Text of an entry in the review history.

import { useTranslation } from 'react-i18next'
import type { ReviewEntryJson } from '../../../server/reviews/review-json.ts'
import { useSubjectName } from './subject-name.ts'

export interface EntryText {
  readonly title: string
  readonly details: readonly string[]
}

export function useEntryText(): (entry: ReviewEntryJson) => EntryText {
  const { t } = useTranslation('reviews')
  const nameOf = useSubjectName()
  return ({ kind, audience, finding, about, outcome, reasons, rejection }) => {
    const details = [
      audience && t(`audience.${audience}`),
      finding && t(`finding.${finding}`),
      about && nameOf(about),
      outcome && t(`outcome.${outcome}`),
      ...reasons.map((reason) => t(`reason.${reason}`)),
      rejection && t(`rejection.${rejection}`),
    ]
    return {
      title: t(`entry.${kind}`),
      details: details.filter((detail) => detail !== null),
    }
  }
}
