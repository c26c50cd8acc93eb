// Ships the program's log to every second system that the settings name.

import type { Appliance } from '../../appliance.ts'
import type { CopyTarget } from './copy-target.ts'
import { openSyslogTarget } from './copy-to-syslog.ts'
import { openWebhookTarget } from './copy-to-webhook.ts'
import { copyToAll, type LogCopies } from './log-copies.ts'
import { type LogTarget, logTargets, readCursor } from './log-cursor.ts'
import { logLineFacts } from './log-line-json.ts'
import { createLogShipper } from './log-shipper.ts'
import { type LogBacklog, readLogBacklog } from './read-log-lines.ts'

type LogShippingNeeds = Pick<Appliance, 'clock' | 'log' | 'egress'> & {
  readonly config: Pick<Appliance['config'], 'log'>
  readonly secrets: Pick<Appliance['secrets'], 'logWebhookSecret'>
}

/** @throws Error if a file that a setting names is unusable */
export function openLogShipping(needs: LogShippingNeeds): LogCopies {
  const { clock, log, config } = needs
  const file = config.log.file?.path
  const shippers = logTargetsOf(config).flatMap((name) => {
    const target = openTarget(needs, name)
    return target && file ? [createLogShipper({ clock, log, file }, name, target)] : []
  })
  return copyToAll(shippers)
}

function logTargetsOf({ log }: LogShippingNeeds['config']): readonly LogTarget[] {
  return logTargets.filter((target) => log.ship[target] !== undefined)
}

/** What is not shipped yet to one target. */
export interface UnshippedLog extends LogBacklog {
  readonly target: LogTarget
}

/** Returns one a target that is set. @throws errors of the file system */
export function readUnshippedLog(config: LogShippingNeeds['config']): readonly UnshippedLog[] {
  const { file } = config.log
  if (file === undefined) return []
  return logTargetsOf(config).map((target) => ({
    target,
    ...readLogBacklog(file.path, readCursor(file.path, target)),
  }))
}

function openTarget(
  { egress, config, secrets }: LogShippingNeeds,
  name: LogTarget,
): CopyTarget | undefined {
  const { syslog, webhook } = config.log.ship
  const { logWebhookSecret: secret } = secrets
  if (name === 'syslog') {
    const caSetting = 'SVC_LOG_SYSLOG_CA_FILE'
    return syslog && openSyslogTarget(egress, { ...syslog, caSetting }, syslogHeadOf)
  }
  if (webhook === undefined || secret === undefined) return undefined
  return openWebhookTarget(egress, { ...webhook, caSetting: 'SVC_LOG_WEBHOOK_CA_FILE', secret })
}

/**
 * local0: the collector can tell the program's log from the audit log (13) and from what users of the machine log (1).
 */
const facility = 16
const severities: Readonly<Record<string, number>> = { info: 6, warn: 4, error: 3 }
const severityOfTornLine = 4

function syslogHeadOf(line: string) {
  const facts = logLineFacts(line)
  const severity = severities[facts?.level ?? ''] ?? severityOfTornLine
  return { priority: facility * 8 + severity, time: facts?.time, messageId: facts?.event ?? '' }
}
