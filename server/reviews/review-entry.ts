// An entry in the history of a review: written once, never changed. Notes are encrypted; everything else is codes.

import { z } from 'zod'
import { reviewOutcomes } from '../verifications/review-summary.ts'
import {
  allOutcomeReasons,
  findingCodes,
  findingSubjects,
  noteAudiences,
  rejectionReasons,
} from './review.ts'

export type EntryKind =
  | 'note'
  | 'finding'
  | 'proposed'
  | 'approved'
  | 'rejected'
  /** The evidence changed under a proposal. */
  | 'voided'
  | 'decided'
  /** The provider said something else after the review was closed. */
  | 'reopened'

const anyOutcomeReason = z.enum(allOutcomeReasons)

/** Codes and ids only. */
export const entryDetails = z.strictObject({
  audience: z.enum(noteAudiences).exactOptional(),
  finding: z.enum(findingCodes).exactOptional(),
  about: z.enum(findingSubjects).exactOptional(),
  outcome: z.enum(reviewOutcomes).exactOptional(),
  reasons: z.array(anyOutcomeReason).exactOptional(),
  rejection: z.enum(rejectionReasons).exactOptional(),
  proposal_id: z.string().exactOptional(),
  checker_id: z.string().exactOptional(),
  /** On proposals, approvals and decisions: digest of the evidence that they rest on. */
  evidence: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .exactOptional(),
})
export type EntryDetails = Readonly<z.infer<typeof entryDetails>>

export interface ReviewEntry {
  readonly id: string
  readonly reviewId: string
  readonly kind: EntryKind
  /** undefined when a change of evidence voided a proposal. */
  readonly authorId: string | undefined
  readonly at: number
  readonly details: EntryDetails
  /** Encrypted under the verification's data key. */
  readonly note: Buffer | undefined
}

/** The binding of an encrypted note: it can be decrypted only as the note of this entry. */
export function noteBoundTo(entryId: string): string {
  return `review_entries.note:${entryId}`
}
