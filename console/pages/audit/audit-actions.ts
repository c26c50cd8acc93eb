// All audit actions by feature. Typed against the server's list: a missing or removed action is a
// type error.

import type { AuditEntryJson } from '../../../server/audit/audit-json.ts'

type AuditAction = AuditEntryJson['action']

const known = {
  'user.signed_in': true,
  'user.sign_in_refused': true,
  'user.link_refused': true,
  'user.signed_out': true,
  'user.confirmed': true,
  'user.access_denied': true,
  'user.session_ended': true,
  'user.setup_link_issued': true,
  'user.set_up': true,
  'user.created': true,
  'user.invited': true,
  'user.invitation_accepted': true,
  'user.role_changed': true,
  'user.disabled': true,
  'user.enabled': true,
  'user.password_changed': true,
  'user.password_reset_started': true,
  'user.password_reset': true,
  'user.second_factor_added': true,
  'user.second_factor_removed': true,
  'user.second_factor_reset': true,
  'user.second_factor_locked': true,
  'user.recovery_codes_made': true,
  'verification.viewed': true,
  'verification.personal_details_viewed': true,
  'verification.images_viewed': true,
  'verification.searched': true,
  'verification.read': true,
  'verification.exported': true,
  'verification.reviewed': true,
  'verification.completed': true,
  'verification.scored': true,
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
  'key.activated': true,
  'key.refused': true,
  'key.updated': true,
  'webhook.created': true,
  'webhook.updated': true,
  'webhook.deleted': true,
  'webhook.secret_rotated': true,
  'webhook.tested': true,
  'webhook.replayed': true,
  'usage.corrected': true,
  'usage.repaired': true,
  'usage.exported': true,
  'outbound.exported': true,
  'audit.viewed': true,
  'audit.verified': true,
  'audit.exported': true,
  'job.run_now': true,
  'api.refused': true,
  'api.virus_refused': true,
  'console.refused': true,
  'approval.requested': true,
  'approval.approved': true,
  'approval.refused': true,
  'approval.withdrawn': true,
  'approval.expired': true,
  'settings.changed': true,
  'approval.used': true,
} as const satisfies Record<AuditAction, true>

const features = [
  'user',
  'verification',
  'review',
  'key',
  'webhook',
  'usage',
  'outbound',
  'audit',
  'job',
  'api',
  'console',
  'settings',
  'approval',
] as const

const auditActions = Object.keys(known).filter(isAuditAction)

export const auditActionGroups = features.map((feature) => ({
  feature,
  actions: auditActions.filter((action) => action.startsWith(`${feature}.`)),
}))

export function isAuditAction(text: string | undefined): text is AuditAction {
  return text !== undefined && Object.hasOwn(known, text)
}
