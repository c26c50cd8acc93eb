// Decides a review for an invented reviewer, by its causes. Pure.

import type { Decision } from '../../reviews/decide-review.ts'
import type { ReviewCause } from '../../reviews/review.ts'

export function decisionOn(
  causes: readonly ReviewCause[],
  { index, disputes }: { readonly index: number; readonly disputes: boolean },
): Decision {
  const has = (cause: ReviewCause) => causes.includes(cause)
  if (has('mismatch') && (disputes || index % 2 === 0)) {
    const note =
      'The same name in two spellings: the one on the card and the one used at the branch.'
    return { outcome: 'dispute', reasons: ['spelling_variant', 'same_person'], note }
  }
  if (has('mismatch')) return { outcome: 'confirm', reasons: ['claims_wrong'] }
  if (disputes && !has('declined')) {
    const note = 'The front looks like a photo of a screen.'
    return { outcome: 'dispute', reasons: ['fraud_suspected'], note }
  }
  if (has('error')) return { outcome: 'confirm', reasons: ['provider_trouble'] }
  if (has('declined') && (disputes || index % 5 === 2)) {
    const note = 'The date on the document reads well; the provider took another.'
    return { outcome: 'dispute', reasons: ['document_misread'], note }
  }
  if (has('declined') && has('finding'))
    return { outcome: 'confirm', reasons: ['pictures_unusable'] }
  return { outcome: 'confirm', reasons: ['decision_correct'] }
}
