// Decides a review for an invented reviewer, by what its verification came to: the grounds are true of what the images
// show. Pure.

import type { Decision } from '../../reviews/decide-review.ts'
import type { Verification } from '../../verifications/verification.ts'

type Decided = Pick<Verification, 'status' | 'reasons' | 'findings' | 'checks'>

/**
 * @param doubts whether the reviewer doubts the decision; where nothing speaks against it, it is confirmed all the same
 */
export function decisionOn(verification: Decided, doubts: boolean): Decision {
  const objection = doubts ? objectionTo(verification) : undefined
  return objection ?? { outcome: 'confirm', reasons: [confirmation(verification)] }
}

function objectionTo({ status, reasons, findings, checks }: Decided): Decision | undefined {
  const has = (reason: (typeof reasons)[number]) => reasons.includes(reason)
  const dispute = (grounds: Decision['reasons'], note: string): Decision => ({
    outcome: 'dispute',
    reasons: grounds,
    note,
  })
  if (has('name_mismatch')) {
    return dispute(
      ['same_person'],
      'Number, date of birth and face agree: only the name sent with them is that of another customer.',
    )
  }
  if (has('document_not_verified')) {
    return dispute(
      ['document_genuine', 'provider_mistaken'],
      'The security features of this form are all there; the provider missed them.',
    )
  }
  if (has('liveness_failed')) {
    return dispute(
      ['same_person', 'provider_mistaken'],
      'Selfie and portrait show the same person, and nothing points to a photo of a photo.',
    )
  }
  if (status !== 'approved') return undefined
  if (checks.some(({ check, result }) => check.startsWith('mrz_') && result === 'failed')) {
    return dispute(
      ['document_forged'],
      'The machine-readable lines have another date of birth than the page above them.',
    )
  }
  if (findings.length === 0) return undefined
  return dispute(
    ['pictures_unusable'],
    'The photos are too poor to tell whether the document is genuine.',
  )
}

function confirmation({ status, reasons, findings }: Decided) {
  if (status === 'error') return 'provider_trouble'
  if (reasons.includes('name_mismatch')) return 'claims_wrong'
  if (reasons.includes('face_mismatch')) return 'other_person'
  return status === 'declined' && findings.length > 0 ? 'pictures_unusable' : 'decision_correct'
}
