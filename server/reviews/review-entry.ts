// An entry in the history of a review: written once, never changed. Notes are sealed; all else is codes.

import { z } from 'zod'
import {
  findingCodes,
  findingSubjects,
  noteAudiences,
  outcomeReasons,
  rejectionReasons,
  reviewOutcomes,
} from './review.ts'

export const entryKinds = [
  'note',
  'finding',
  'proposed',
  'approved',
  'rejected',
  /** The evidence changed under a proposal. */
  'voided',
  'decided',
] as const
export type EntryKind = (typeof entryKinds)[number]

const anyOutcomeReason = z.enum([...outcomeReasons.confirm, ...outcomeReasons.dispute])

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
  /** Of a proposal, its approval and a decision: digest of the evidence that it rests on. */
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
  /** undefined where nobody did it: a proposal voided by a change of evidence. */
  readonly authorId: string | undefined
  readonly at: number
  readonly details: EntryDetails
  /** Sealed under the verification's data key. */
  readonly note: Buffer | undefined
}

/** What a sealed note is bound to: it opens as the note of this entry and no other. */
export function noteBoundTo(entryId: string): string {
  return `review_entries.note:${entryId}`
}
