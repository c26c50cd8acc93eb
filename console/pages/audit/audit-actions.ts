// All audit actions by feature, in the order of the server's list.

import { type AuditAction, auditActions } from '../../../server/audit/audit.ts'

const features = [
  'user',
  'verification',
  'review',
  'key',
  'webhook',
  'usage',
  'outbound',
  'report',
  'quality',
  'audit',
  'job',
  'api',
  'console',
  'settings',
  'approval',
  'encryption',
  'backup',
  'outgoing',
  'database',
  'images',
  'node',
] as const

export const auditActionGroups = features.map((feature) => ({
  feature,
  actions: auditActions.filter((action) => action.startsWith(`${feature}.`)),
}))

export function isAuditAction(text: string | undefined): text is AuditAction {
  return auditActions.some((action) => action === text)
}
