// The JSON of other verifications with the same document number or reference. Without personal data.

import { toIso } from '../../kernel/clock.ts'
import type { SeenVerification } from './seen-verification.ts'

export function seenJson(found: readonly SeenVerification[], match: SeenMatch) {
  return found.map(({ id, status, createdAt, externalRef, review }) => ({
    id,
    status,
    created_at: toIso(createdAt),
    external_ref: externalRef ?? null,
    match,
    review: review === undefined ? null : { state: review.state, outcome: review.outcome ?? null },
  }))
}

/** What it has in common: the document number, or the reference though it has another number. */
type SeenMatch = 'id_number' | 'external_ref'

export type SeenVerificationJson = ReturnType<typeof seenJson>[number]

export interface SeenBeforeJson {
  /** Newest first. */
  readonly items: readonly SeenVerificationJson[]
  /** Whether older ones are left out. */
  readonly is_more: boolean
  /** null unless the number is used with two birth dates or three names. */
  readonly reuse: { readonly birth_dates: number; readonly names: number } | null
}
