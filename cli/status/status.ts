// `svc status`: shows the health of the appliance on one screen.

import type { Command } from 'commander'
import { hasLostEntries } from '../../server/audit/head-mark.ts'
import type { BackupStatus } from '../../server/backup/backup-policy.ts'
import { readBackupStatus } from '../../server/backup/read-backup-status.ts'
import { findInstanceStart } from '../../server/db/instance.ts'
import { findOutgoingPause } from '../../server/egress/outgoing-pause-view.ts'
import { tryBucket } from '../../server/images/storage/try-bucket.ts'
import { isoOrNull, toIso } from '../../server/kernel/clock.ts'
import { nodeJson } from '../../server/nodes/node-json.ts'
import type { AuditCopyStatus } from '../../server/operations/second-systems/audit-copy-policy.ts'
import { readAuditCopy } from '../../server/operations/second-systems/audit-lag-view.ts'
import {
  readUnshippedLog,
  type UnshippedLog,
} from '../../server/operations/second-systems/log-shipping.ts'
import {
  type DatabaseVerdict,
  readDatabaseVerdict,
} from '../../server/operations/status/database-verdict.ts'
import type { DiskUse } from '../../server/operations/status/disk-use.ts'
import { measureDisk } from '../../server/operations/status/measure-disk.ts'
import type {
  ServiceRecord,
  ServiceStatus,
} from '../../server/operations/status/service-status-policy.ts'
import { problemsOf, type WaitingWork } from '../../server/operations/status/status-policy.ts'
import { readStatus } from '../../server/operations/status/status-view.ts'
import { localProvider } from '../../server/providers/local/local-provider.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { examples } from '../root-command.ts'
import { type OpenedForStatus, openForStatus } from './open-for-status.ts'
import { noticesOf, noticeTexts } from './status-notices.ts'
import { problemLine, type SeenStatus, statusText } from './status-text.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .addHelpText('before', examples('svc status', 'svc status --json'))
    .addHelpText(
      'after',
      `\nExit status ${exitStatus.problemsFound}: no server is running, or no node gives signs of life; the master\nkey cannot be used, or a change of it is not finished; a rotation of data keys\ndoes not move on; the database lacks entries that it had, or has damaged pages;\nthe data folder cannot be written or has less room than SVC_DISK_RESERVE; the\nstored images are near SVC_IMAGES_BYTES_MAX, or their store does not answer or\nrefuses us; the copy of the audit log lags by more than SVC_AUDIT_LAG_MAX; a\nline of the log is not shipped after ten minutes; backups fail or are late;\noutgoing calls are paused after a restore; the identity provider refuses us or\ndoes not answer; the scoring engine gives no scores; a webhook is failing; work\nis overdue; usage counters differ from the events; or usage has not been\nrecounted for over a week. The states of provider and engine come from the\nrecords of the last seven days; no service is called but the store of the\nimages.\n`,
    )
    .action(() => show(context))
}

async function show(context: CommandContext): Promise<void> {
  const { io, session, finish } = context
  const opened = await openForStatus(context)
  try {
    const seen = await readSeen(opened)
    io.show(statusJson(session, seen, opened.nowMs), () =>
      statusText(io.out, session, seen, opened.nowMs),
    )
    if (seen.problems.length > 0) finish(exitStatus.problemsFound)
  } finally {
    await opened.close()
  }
}

async function readSeen({
  reader,
  config,
  nowMs,
  databaseFile,
  hasProvider,
  isServing,
  keyProgress,
  masterKeyFault,
  secrets,
}: OpenedForStatus): Promise<SeenStatus> {
  const status = await readStatus(reader, nowMs)
  const since = await findInstanceStart(reader)
  const { imagesS3 } = config
  const look = imagesS3 && (await tryBucket({ config, secrets }, imagesS3.url))
  const server = {
    isServing,
    disk: await measureDisk(config, databaseFile, reader),
    auditCopy: await readAuditCopy(reader, config.auditCopy, nowMs),
    unshippedLog: readUnshippedLog(config),
    backups: await readBackupStatus(reader, config, { since, nowMs }),
    dialect: secrets.databaseUrl === undefined ? ('sqlite' as const) : ('postgres' as const),
    isShared: secrets.databaseUrl !== undefined,
    keyProgress,
    outgoingPausedAt: (await findOutgoingPause(reader))?.pausedAt,
    lacksEntries: await hasLostEntries(config, reader),
    databaseVerdict: readDatabaseVerdict(databaseFile),
    masterKeyFault,
    imageStore: look?.label,
    imageStoreFault: look?.fault && { since: nowMs, message: look.fault.message },
  }
  // The demo runs its own provider and engine if the settings name none.
  const isDemo = config.profile === 'demo'
  const isSetUp = {
    provider: isDemo || hasProvider,
    staff: config.liveProvider === localProvider,
    scoring: isDemo || config.scoring !== undefined,
  }
  const asked = { ...status, services: onlySetUp(status.services, isSetUp) }
  return {
    ...asked,
    ...server,
    isSetUp,
    problems: problemsOf(asked, { ...server, nowMs }),
    notices: noticesOf(config, server),
  }
}

/** Ignores the records of a service that is no longer set up. */
function onlySetUp(services: ServiceStatus, isSetUp: SeenStatus['isSetUp']): ServiceStatus {
  const well = { kind: 'well' } as const
  return {
    provider: isSetUp.provider ? services.provider : well,
    scoring: isSetUp.scoring ? services.scoring : well,
  }
}

function verdictJson(verdict: DatabaseVerdict | undefined) {
  if (verdict === undefined) return null
  return { checked_at: toIso(verdict.checkedAt), damaged_tables: verdict.damagedTables }
}

function diskJson({ freeBytes, totalBytes, reserveBytes, fault, images }: DiskUse) {
  return {
    free_bytes: freeBytes,
    total_bytes: totalBytes,
    reserve_bytes: reserveBytes,
    fault: fault === undefined ? null : { kind: fault.kind, path: fault.path },
    images_bytes: images.storedBytes,
    images_max_bytes: images.maxBytes ?? null,
  }
}

function statusJson(session: CommandContext['session'], seen: SeenStatus, nowMs: number) {
  return {
    well: seen.problems.length === 0,
    server_running: seen.isServing,
    master_key_fault: seen.masterKeyFault ?? null,
    database_bytes: seen.disk.databaseBytes,
    database_check: verdictJson(seen.databaseVerdict),
    disk: diskJson(seen.disk),
    image_store: seen.imageStore ?? null,
    provider: servicesJson(seen.isSetUp.provider, seen.services.provider),
    scoring: servicesJson(seen.isSetUp.scoring, seen.services.scoring),
    audit_lags: seen.auditCopy.state === 'lags' || seen.auditCopy.state === 'stops',
    audit_copy: auditCopyJson(seen.auditCopy),
    backups: backupsJson(seen.backups),
    outgoing_paused_at: isoOrNull(seen.outgoingPausedAt),
    log_shipping: seen.unshippedLog.map(unshippedJson),
    jobs: { running: seen.jobs.running, ...waitingJson(seen.jobs) },
    nodes: seen.nodes.map((node) => nodeJson(node, nowMs)),
    webhooks: seen.webhooks.map((webhook) => ({
      id: webhook.id,
      environment: webhook.environment,
      failing_since: isoOrNull(webhook.failingSince),
      ...waitingJson(webhook),
    })),
    alerts: seen.alerts.map((alert) => ({
      id: alert.id,
      environment: alert.environment,
      webhook_id: alert.webhookId,
      kind: alert.kind,
      created_at: toIso(alert.createdAt),
    })),
    usage: {
      recounted_to: isoOrNull(seen.usage.countedTo),
      differences: seen.usage.differences,
    },
    problems: seen.problems.map((problem) => problemLine(session, problem)),
    notices: seen.notices.map((notice) => noticeTexts[notice]),
  }
}

function servicesJson(isSetUp: boolean, record: ServiceRecord) {
  const since = record.kind === 'well' ? null : toIso(record.since)
  const reason = record.kind === 'refusing' ? record.reason : null
  return { state: isSetUp ? record.kind : 'not_set_up', since, reason }
}

function backupsJson({ state, lastSuccessAt, lastFailure, failures }: BackupStatus) {
  return {
    state,
    last_success_at: isoOrNull(lastSuccessAt),
    failures,
    last_failure_at: isoOrNull(lastFailure?.at),
    last_failure_reason: lastFailure?.reason ?? null,
  }
}

function auditCopyJson({ state, waiting, oldestAt }: AuditCopyStatus) {
  return { state, waiting, oldest_at: isoOrNull(oldestAt) }
}

function unshippedJson({ target, bytes, oldestAt }: UnshippedLog) {
  return { target, unshipped_bytes: bytes, oldest_at: isoOrNull(oldestAt) }
}

function waitingJson({ waiting, due, oldestDueAgeMs, nextDueAt }: WaitingWork) {
  return {
    waiting,
    due,
    oldest_due_age_ms: oldestDueAgeMs,
    next_due_at: isoOrNull(nextDueAt),
  }
}
