// Copies the audit log to every second system that the settings name.

import type { Appliance } from '../../appliance.ts'
import type { Egress } from '../../egress/guard-service.ts'
import { createAuditCopier } from './audit-copier.ts'
import { type AuditCopyTarget, targetsOf } from './audit-copy-policy.ts'
import { type CopyTarget, openCopyTarget } from './copy-target.ts'
import { openSyslogTarget } from './copy-to-syslog.ts'
import { openWebhookTarget } from './copy-to-webhook.ts'
import { copyToAll, type LogCopies } from './log-copies.ts'

type AuditCopiesNeeds = Pick<
  Appliance,
  'db' | 'clock' | 'log' | 'auditGuard' | 'config' | 'secrets' | 'egress' | 'node'
>

/** @throws Error if a file that a setting names is unusable */
export function openAuditCopies(needs: AuditCopiesNeeds): LogCopies {
  const settings = needs.config.auditCopy
  const copiers = targetsOf(settings).map((name) =>
    createAuditCopier(needs, settings, name, openTarget(needs, name)),
  )
  return copyToAll(copiers)
}

function openTarget(
  {
    config,
    secrets,
    egress,
  }: Pick<AuditCopiesNeeds, 'config' | 'secrets'> & { readonly egress: Egress },
  name: AuditCopyTarget,
): CopyTarget {
  const { file, syslog, webhook } = config.auditCopy
  if (name === 'file' && file !== undefined) return openCopyTarget(file)
  if (name === 'syslog' && syslog !== undefined) {
    const caSetting = 'SVC_AUDIT_SYSLOG_CA_FILE'
    return openSyslogTarget(egress, { ...syslog, caSetting }, syslogHeadOf)
  }
  const { auditWebhookSecret: secret } = secrets
  if (webhook === undefined || secret === undefined) throw new Error(`nothing to copy to: ${name}`)
  const caSetting = 'SVC_AUDIT_WEBHOOK_CA_FILE'
  return openWebhookTarget(egress, { ...webhook, caSetting, secret })
}

/** Facility 13 (log audit), severity 5 (notice). */
const auditPriority = 13 * 8 + 5

/** The time of the message is that of the entry. */
function syslogHeadOf(entryJson: string) {
  const { at: time } = JSON.parse(entryJson) as { readonly at?: string }
  return { priority: auditPriority, time, messageId: 'audit' }
}
