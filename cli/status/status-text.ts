// The text of `svc status`: one screen of 80 columns. Problems come last, each with the command that helps.

import type { BackupStatus } from '../../server/backup/backup-policy.ts'
import { toIso } from '../../server/kernel/clock.ts'
import { nodeState } from '../../server/nodes/node.ts'
import type { AuditCopyStatus } from '../../server/operations/second-systems/audit-copy-policy.ts'
import type { UnshippedLog } from '../../server/operations/second-systems/log-shipping.ts'
import type { DatabaseVerdict } from '../../server/operations/status/database-verdict.ts'
import type { DiskUse } from '../../server/operations/status/disk-use.ts'
import type {
  OperatorReason,
  ServiceRecord,
} from '../../server/operations/status/service-status-policy.ts'
import type {
  ApplianceStatus,
  LatestAlert,
  Problem,
  UsageStatus,
  WaitingWork,
  WebhookBacklog,
} from '../../server/operations/status/status-policy.ts'
import { backupsText, describeBackupProblem } from '../backup/status-lines.ts'
import type { Sink } from '../io.ts'
import type { CliSession } from '../session.ts'
import { countedNoun } from '../text/counted-noun.ts'
import { fromNow, spanText } from '../text/from-now.ts'
import { day, second } from '../text/instant-text.ts'
import { sizeText } from '../text/size-text.ts'
import { storageFaultText } from '../text/storage-text.ts'
import { renderFacts } from '../text/table.ts'
import { imagesProblemText } from './images-problem-text.ts'
import { commandHere } from './start-command.ts'
import { noticeTexts, type StatusNotice } from './status-notices.ts'
import { describeStoredProblem } from './stored-problem-text.ts'

export interface SeenStatus extends ApplianceStatus {
  readonly isServing: boolean
  readonly disk: DiskUse
  readonly auditCopy: AuditCopyStatus
  readonly backups: BackupStatus
  readonly dialect: 'sqlite' | 'postgres'
  readonly outgoingPausedAt: number | undefined
  readonly unshippedLog: readonly UnshippedLog[]
  readonly databaseVerdict: DatabaseVerdict | undefined
  readonly masterKeyFault: string | undefined
  readonly imageStore: string | undefined
  readonly problems: readonly Problem[]
  readonly notices: readonly StatusNotice[]
  /** Which of the services that the product calls are set up, and whether staff decide instead. */
  readonly isSetUp: Readonly<Record<'provider' | 'staff' | 'scoring', boolean>>
}

type Place = Pick<CliSession, 'place'>

export function statusText(sink: Sink, place: Place, seen: SeenStatus, nowMs: number): string {
  const { jobs, webhooks, alerts, services, isSetUp } = seen
  const facts = renderFacts(sink, [
    ['Server', serverText(seen)],
    ['Nodes', nodesText(seen.nodes, nowMs)],
    ['Master key', seen.masterKeyFault === undefined ? undefined : 'cannot be used'],
    ['Database', databaseText(seen)],
    ['Disk', `${sizeText(seen.disk.freeBytes)} free of ${sizeText(seen.disk.totalBytes)}`],
    ['Images', imagesText(seen)],
    ['Provider', isSetUp.provider ? servicesText(services.provider) : notSetUp],
    ['Decisions', isSetUp.staff ? 'by staff: SVC_PROVIDER is local' : undefined],
    ['Scoring', isSetUp.scoring ? servicesText(services.scoring) : notSetUp],
    ['Audit copy', auditCopyText(seen.auditCopy)],
    ['Backups', backupsText(seen, nowMs)],
    ...seen.unshippedLog.map(unshippedFact),
    ['Jobs', `${jobs.running} running, ${waitingText(jobs, nowMs)}`],
    ['Webhooks', `${webhooks.length} active, ${waitingText(together(webhooks), nowMs)}`],
    ...webhooks.filter(isWaiting).map((webhook) => webhookFact(webhook, nowMs)),
    ['Alerts', alerts.length === 0 ? 'none in 24 h' : `${alerts.length} in 24 h`],
    ...alerts.filter((alert) => !isShownAsProblem(alert, webhooks)).map(alertFact),
    ['Usage', usageText(seen.usage)],
  ])
  return `${facts}${verdictText(sink, place, seen)}\n`
}

function serverText({ isServing, problems }: SeenStatus): string {
  const isUnheard = !isServing && problems.some(({ kind }) => kind === 'nodes_silent')
  return isUnheard ? 'no sign of life' : isServing ? 'running' : 'not running'
}

function databaseText({ disk, databaseVerdict }: SeenStatus): string {
  const size = sizeText(disk.databaseBytes)
  if (databaseVerdict === undefined) return size
  const { damagedTables, checkedAt } = databaseVerdict
  const found = damagedTables.length === 0 ? 'no damage' : 'damaged'
  return `${size}, ${found} at ${second(checkedAt)}`
}

/** undefined for the usual server that is alone: the line above says that it runs. */
function nodesText(nodes: SeenStatus['nodes'], nowMs: number): string | undefined {
  const states = nodes.map((node) => nodeState(node, nowMs))
  if (states.length < 2 && states.every((state) => state === 'working')) return undefined
  const counted = (['working', 'draining', 'silent'] as const)
    .map((state) => [states.filter((one) => one === state).length, state] as const)
    .filter(([count]) => count > 0)
  return counted.map(([count, state]) => `${count} ${state}`).join(', ')
}

function imagesText({ disk: { images }, imageStore }: SeenStatus): string {
  const limit = images.maxBytes === undefined ? '' : ` of ${sizeText(images.maxBytes)}`
  return `${sizeText(images.storedBytes)}${limit}${imageStore === undefined ? '' : `, in ${imageStore}`}`
}

function auditCopyText({ state, waiting, oldestAt }: AuditCopyStatus): string {
  if (state === 'not_set_up') return notSetUp
  if (oldestAt === undefined) return 'every entry copied'
  return `${countedNoun(waiting, 'entry', 'entries')} to copy, since ${second(oldestAt)}`
}

function unshippedFact({ target, bytes, oldestAt }: UnshippedLog): readonly [string, string] {
  if (oldestAt === undefined) return ['Log', `every line shipped (${target})`]
  return ['Log', `${sizeText(bytes)} to ship (${target}), since ${second(oldestAt)}`]
}

const notSetUp = 'not set up'

function servicesText(record: ServiceRecord): string {
  switch (record.kind) {
    case 'well':
      return 'no failures on record'
    case 'failing':
      return `failing: ${callsText(record.failuresInRow)} since ${second(record.since)}`
    case 'unreachable':
      return `cannot be used since ${second(record.since)}`
    case 'refusing':
      return `refuses us, last at ${second(record.since)}`
  }
}

function callsText(count: number): string {
  return count === 1 ? 'one call' : `${count} calls`
}

/** The problem and its command on one line. */
export function problemLine(place: Place, problem: Problem): string {
  const { text, command } = describe(problem)
  return `${text} See: ${commandHere(place, command)}`
}

function verdictText(sink: Sink, place: Place, { problems, notices }: SeenStatus): string {
  const told = notices.map((notice) => sink.style('yellow', noticeTexts[notice]))
  if (problems.length === 0) {
    const verdict = notices.length === 0 ? 'All is well.' : 'Nothing is wrong.'
    return [sink.style('green', verdict), ...told].join('\n')
  }
  const blocks = problems.map((problem) => {
    const { text, command } = describe(problem)
    return `${sink.style('red', text)}\n  ${commandHere(place, command)}`
  })
  return [...told, ...blocks].join('\n')
}

/** Describes a problem, with the command that fixes it or says more. */
function describe(problem: Problem): { readonly text: string; readonly command: string } {
  switch (problem.kind) {
    case 'server_not_running':
      return { text: 'No server is running.', command: 'svc serve' }
    case 'storage_not_writable':
      return { text: storageFaultText(problem.fault), command: 'svc config show' }
    case 'nodes_silent':
    case 'key_rotation_stalled':
    case 'master_key_unfinished':
    case 'master_key_behind':
    case 'entries_lost':
    case 'database_damaged':
    case 'master_key_source_lost':
    case 'images_unreachable':
      return describeStoredProblem(problem)
    case 'disk_low':
      return {
        text: `Only ${sizeText(problem.freeBytes)} are free on the disk of the data folder (SVC_DATA_DIR); the reserve is ${sizeText(problem.reserveBytes)}, so verifications are refused. Make room.`,
        command: 'svc config show',
      }
    case 'images_full':
    case 'images_near_full':
      return { text: imagesProblemText(problem), command: 'svc config show' }
    case 'provider_refuses':
      return { text: refusalTexts[problem.reason], command: 'svc config check --connect' }
    case 'provider_unreachable':
      return {
        text: `The identity provider has not answered since ${second(problem.since)}.`,
        command: 'svc config check --connect',
      }
    case 'scoring_unreachable':
      return {
        text: `The scoring engine has given no scores since ${second(problem.since)}.`,
        command: 'svc config check --connect',
      }
    case 'audit_lags':
      return { text: auditLagText(problem), command: 'svc config show' }
    case 'outgoing_paused':
    case 'backup_failing':
    case 'backup_overdue':
      return describeBackupProblem(problem)
    case 'log_not_shipped':
      return { text: lateLogText(problem), command: 'svc config show' }
    case 'jobs_overdue':
      return {
        text: `Jobs have been due for ${minutes(problem.ageMs)}.`,
        command: 'svc jobs stats',
      }
    case 'deliveries_overdue': {
      const { webhookId: id, ageMs } = problem
      const text = `Deliveries to ${id} have been due for ${minutes(ageMs)}.`
      return { text, command: `svc webhooks deliveries ${id} --status pending` }
    }
    case 'usage_differs': {
      const text = `${countersText(problem.differences)} from the events.`
      return { text, command: 'svc usage recount' }
    }
    case 'recount_overdue': {
      const since = day(problem.firstDay)
      const text = `Not recounted for over a week: ${problem.days} days of usage, since ${since}.`
      return { text, command: `svc usage recount --from ${since}` }
    }
    case 'webhook_failing': {
      const { webhookId, environment, failingSince } = problem
      const text = `Failing since ${second(failingSince)}: ${webhookId} (${environment}).`
      return { text, command: `svc webhooks deliveries ${webhookId}` }
    }
  }
}

function auditLagText(lag: Extract<Problem, { readonly kind: 'audit_lags' }>): string {
  const { waiting, oldestAt, isStopping } = lag
  const lags = `The copy of the audit log lags: ${countedNoun(waiting, 'entry', 'entries')}, since ${second(oldestAt)}.`
  return isStopping ? `${lags} Verifications are refused.` : lags
}

function lateLogText(log: Extract<Problem, { readonly kind: 'log_not_shipped' }>): string {
  const { target, bytes, oldestAt } = log
  return `The log is not shipped (${target}): ${sizeText(bytes)}, since ${second(oldestAt)}. Look for log_ship_failed in SVC_LOG_FILE.`
}

const refusalTexts: Readonly<Record<OperatorReason, string>> = {
  provider_wallet_empty: 'Our account at the identity provider has no credit. Top it up there.',
  provider_credentials_refused: 'The identity provider refuses our partner id or API key.',
  provider_misconfigured:
    'Our account at the identity provider lacks this product, or one of its hosts is not allowed: see upload_link_refused in the log.',
}

function together(webhooks: readonly WebhookBacklog[]): WaitingWork {
  const times = webhooks.map(({ nextDueAt }) => nextDueAt).filter((at) => at !== undefined)
  return {
    waiting: webhooks.reduce((sum, { waiting }) => sum + waiting, 0),
    due: webhooks.reduce((sum, { due }) => sum + due, 0),
    oldestDueAgeMs: Math.max(0, ...webhooks.map(({ oldestDueAgeMs }) => oldestDueAgeMs)),
    nextDueAt: times.length === 0 ? undefined : Math.min(...times),
  }
}

/** A failing webhook is listed among the problems instead. */
function isWaiting({ failingSince, waiting }: WebhookBacklog): boolean {
  return failingSince === undefined && waiting > 0
}

function webhookFact(webhook: WebhookBacklog, nowMs: number): readonly [string, string] {
  return ['', `${webhook.id} ${webhook.environment}: ${waitingText(webhook, nowMs)}`]
}

/** Whether the alert is about a webhook that still fails, which is listed among the problems. */
function isShownAsProblem(
  { kind, webhookId }: LatestAlert,
  webhooks: readonly WebhookBacklog[],
): boolean {
  if (kind !== 'failing' && kind !== 'failing_24h') return false
  return webhooks.some(({ id, failingSince }) => id === webhookId && failingSince !== undefined)
}

function alertFact({ createdAt, kind, webhookId }: LatestAlert): readonly [string, string] {
  return ['', `${toIso(createdAt)} ${kind} ${webhookId}`]
}

function usageText({ countedTo, differences }: UsageStatus): string {
  if (countedTo === undefined) return 'not recounted yet'
  const last = day(countedTo - 1)
  return differences === 0
    ? `recounted to the end of ${last}, all correct`
    : `recounted to the end of ${last}: ${countersText(differences)}`
}

function countersText(count: number): string {
  return countedNoun(count, 'usage counter differs', 'usage counters differ')
}

function waitingText(work: WaitingWork, nowMs: number): string {
  const { waiting, due, oldestDueAgeMs, nextDueAt } = work
  if (waiting === 0) return 'none waiting'
  if (due > 0) return `${waiting} waiting, ${due} due for ${spanText(oldestDueAgeMs)}`
  const next = nextDueAt === undefined ? '' : `, the next ${fromNow(nextDueAt, nowMs)}`
  return `${waiting} waiting${next}`
}

function minutes(ageMs: number): string {
  return `${Math.floor(ageMs / 60_000)} min`
}
