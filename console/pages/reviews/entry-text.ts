// Text of an entry in the review history.

import { useTranslation } from 'react-i18next'
import type { ReviewEntryJson } from '../../../server/reviews/review-json.ts'
import { useSubjectName } from './subject-name.ts'

interface EntryText {
  readonly title: string
  readonly details: readonly string[]
}

export function useEntryText(): (entry: ReviewEntryJson) => EntryText {
  const { t } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  const nameOf = useSubjectName()
  return ({ kind, audience, finding, about, outcome, reasons, rejection }) => {
    const details = [
      audience && tLabels(`noteAudience.${audience}`),
      finding && tLabels(`reviewFinding.${finding}`),
      about && nameOf(about),
      outcome &&
        (kind === 'proposed' ? t(`proposes.${outcome}`) : tLabels(`reviewOutcome.${outcome}`)),
      ...reasons.map((reason) => tLabels(`reviewReason.${reason}`)),
      rejection && tLabels(`rejectionReason.${rejection}`),
    ]
    return {
      title: t(`entry.${kind}`),
      details: details.filter((detail) => detail !== null),
    }
  }
}
