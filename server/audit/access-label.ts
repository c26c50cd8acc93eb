// What the audit log says about one verification, by the names of its words in the console and the case file. Pure.

import type { AuditAction } from './audit.ts'

type AboutVerification = Extract<AuditAction, `verification.${string}` | `review.${string}`>

/** Null where the time line says the same already: the verification's own moments, and its review's history. */
const labels = {
  'verification.viewed': 'viewed',
  'verification.personal_details_viewed': 'person',
  'verification.images_viewed': 'images',
  'verification.seen_before_viewed': 'seen_before',
  'verification.review_notes_viewed': 'notes',
  'verification.holds_viewed': 'holds',
  'verification.read': 'read',
  'verification.searched': null,
  'verification.exported': 'exported',
  'verification.handed_to_staff': 'handed_to_staff',
  'verification.reviewed': null,
  'verification.completed': null,
  'verification.scored': null,
  'verification.late_result': 'late_result',
  'verification.erased': 'erased',
  'verification.erased_again': 'erased_again',
  'verification.images_erased': 'images_erased',
  'verification.held': 'held',
  'verification.hold_released': 'hold_released',
  'verification.relationship_ended': 'relationship_ended',
  'verification.relationship_end_corrected': 'relationship_end_corrected',
  'verification.export_handed_over': 'export_handed_over',
  'verification.export_deleted': 'export_deleted',
  'review.opened': null,
  'review.claimed': 'claimed',
  'review.released': 'released',
  'review.assigned': 'assigned',
  'review.unassigned': 'unassigned',
  'review.noted': null,
  'review.finding_added': null,
  'review.proposed': null,
  'review.approved': null,
  'review.rejected': null,
  'review.proposal_voided': null,
  'review.reopened': null,
  'review.erased': null,
} as const satisfies Readonly<Record<AboutVerification, string | null>>

type AccessLabel = NonNullable<(typeof labels)[AboutVerification]>

/** Returns the name of the words; null where nothing is to be said, undefined for other actions. */
export function accessLabelOf(action: string): AccessLabel | null | undefined {
  return Object.entries(labels).find(([known]) => known === action)?.[1]
}
