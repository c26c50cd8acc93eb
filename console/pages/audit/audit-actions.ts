// Every action that the log may hold, by what it is about. The type checker holds the list against the server's:
// an action that is missing here, or no longer there, is an error.

import type { AuditEntryJson } from '../../../server/audit/audit-json.ts'

export type AuditAction = AuditEntryJson['action']

const known = {
  'staff.signed_in': true,
  'staff.signed_out': true,
  'staff.confirmed': true,
  'staff.access_denied': true,
  'staff.session_ended': true,
  'staff.setup_link_issued': true,
  'staff.set_up': true,
  'staff.created': true,
  'staff.invited': true,
  'staff.invitation_accepted': true,
  'staff.role_changed': true,
  'staff.disabled': true,
  'staff.enabled': true,
  'staff.password_changed': true,
  'staff.password_reset_started': true,
  'staff.password_reset': true,
  'staff.second_factor_added': true,
  'staff.second_factor_removed': true,
  'staff.second_factor_reset': true,
  'staff.recovery_codes_made': true,
  'verification.viewed': true,
  'verification.personal_details_viewed': true,
  'verification.pictures_viewed': true,
  'verification.searched': true,
  'verification.exported': true,
  'verification.reviewed': true,
  'verification.erased': true,
  'review.opened': true,
  'review.claimed': true,
  'review.released': true,
  'review.noted': true,
  'review.finding_added': true,
  'review.proposed': true,
  'review.approved': true,
  'review.rejected': true,
  'review.proposal_voided': true,
  'key.created': true,
  'key.rotated': true,
  'key.revoked': true,
  'webhook.created': true,
  'webhook.updated': true,
  'webhook.deleted': true,
  'webhook.secret_rotated': true,
  'webhook.tested': true,
  'webhook.replayed': true,
  'usage.corrected': true,
  'usage.repaired': true,
  'audit.viewed': true,
  'audit.verified': true,
  'audit.exported': true,
  'job.hastened': true,
} as const satisfies Record<AuditAction, true>

const features = [
  'staff',
  'verification',
  'review',
  'key',
  'webhook',
  'usage',
  'audit',
  'job',
] as const

export const auditActions = Object.keys(known).filter(isAuditAction)

export const auditActionGroups = features.map((feature) => ({
  feature,
  actions: auditActions.filter((action) => action.startsWith(`${feature}.`)),
}))

export function isAuditAction(text: string | undefined): text is AuditAction {
  return text !== undefined && Object.hasOwn(known, text)
}
