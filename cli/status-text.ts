// What `svc status` tells people: one screen of 80 columns, what is wrong at its end, each once and with
// the command that says more.

import { toIso } from '../server/kernel/clock.ts'
import type { AuditCopyStatus } from '../server/operations/audit-copy-policy.ts'
import type { DiskUse } from '../server/operations/measure-disk.ts'
import type { OperatorReason, OutsideRecord } from '../server/operations/outside-policy.ts'
import type {
  LatestAlert,
  Problem,
  Status,
  UsageStatus,
  WaitingWork,
  WebhookStatus,
} from '../server/operations/status-policy.ts'
import { fromNow, spanText } from './from-now.ts'
import type { Sink } from './io.ts'
import { samePlace } from './same-place.ts'
import type { Session } from './session.ts'
import { storageFaultText } from './storage-text.ts'
import { renderFacts } from './table.ts'

export interface SeenStatus extends Status {
  readonly isServing: boolean
  readonly disk: DiskUse
  readonly auditCopy: AuditCopyStatus
  readonly problems: readonly Problem[]
  /** Which of those whom the product asks are set up. */
  readonly isSetUp: Readonly<Record<'provider' | 'scoring', boolean>>
}

type Place = Pick<Session, 'place'>

export function statusText(sink: Sink, place: Place, seen: SeenStatus, nowMs: number): string {
  const { jobs, webhooks, alerts, outside, isSetUp } = seen
  const facts = renderFacts(sink, [
    ['Server', seen.isServing ? 'running' : 'not running'],
    ['Database', sizeText(seen.disk.databaseBytes)],
    ['Disk', `${sizeText(seen.disk.freeBytes)} free of ${sizeText(seen.disk.totalBytes)}`],
    ['Pictures', imagesText(seen.disk.images)],
    ['Provider', isSetUp.provider ? outsideText(outside.provider) : notSetUp],
    ['Scoring', isSetUp.scoring ? outsideText(outside.scoring) : notSetUp],
    ['Audit copy', auditCopyText(seen.auditCopy)],
    ['Jobs', `${jobs.running} running, ${waitingText(jobs, nowMs)}`],
    ['Webhooks', `${webhooks.length} active, ${waitingText(together(webhooks), nowMs)}`],
    ...webhooks.filter(isWaitedFor).map((webhook) => webhookFact(webhook, nowMs)),
    ['Alerts', alerts.length === 0 ? 'none in 24 h' : `${alerts.length} in 24 h`],
    ...alerts.filter((alert) => !isToldAnyway(alert, webhooks)).map(alertFact),
    ['Usage', usageText(seen.usage)],
  ])
  return `${facts}${verdictText(sink, place, seen)}\n`
}

function imagesText({ storedBytes, maxBytes }: DiskUse['images']): string {
  const stored = sizeText(storedBytes)
  return maxBytes === undefined ? stored : `${stored} of ${sizeText(maxBytes)}`
}

function auditCopyText({ state, waiting, oldestAt }: AuditCopyStatus): string {
  if (state === 'not_set_up') return notSetUp
  if (oldestAt === undefined) return 'every entry copied'
  return `${entriesText(waiting)} to copy, since ${second(oldestAt)}`
}

function entriesText(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`
}

const notSetUp = 'not set up'

function sizeText(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

function outsideText(record: OutsideRecord): string {
  switch (record.kind) {
    case 'well':
      return 'no trouble on record'
    case 'failing':
      return `failing: ${callsText(record.failuresInRow)} since ${second(record.since)}`
    case 'unreachable':
      return `cannot be used since ${second(record.since)}`
    case 'refusing':
      return `refuses, last at ${second(record.since)}`
  }
}

function callsText(count: number): string {
  return count === 1 ? 'one call' : `${count} calls`
}

/** On one line, for programs to pass on. */
export function problemLine(place: Place, problem: Problem): string {
  const { told, command } = tell(problem)
  return `${told} See: ${samePlace(place, command)}`
}

function verdictText(sink: Sink, place: Place, { problems }: SeenStatus): string {
  if (problems.length === 0) return sink.style('green', 'All is well.')
  const blocks = problems.map((problem) => {
    const { told, command } = tell(problem)
    return `${sink.style('red', told)}\n  ${samePlace(place, command)}`
  })
  return blocks.join('\n')
}

/** What is wrong, and the command that mends it or says more. */
function tell(problem: Problem): { readonly told: string; readonly command: string } {
  switch (problem.kind) {
    case 'server_not_running':
      return { told: 'No server is running.', command: 'svc serve' }
    case 'storage_not_writable':
      return { told: storageFaultText(problem.fault), command: 'svc config show' }
    case 'disk_low':
      return {
        told: `Only ${sizeText(problem.freeBytes)} are free on the disk of the data folder; the reserve is ${sizeText(problem.reserveBytes)}. Make room.`,
        command: 'svc config show',
      }
    case 'images_full':
    case 'images_near_full': {
      const what =
        problem.kind === 'images_full'
          ? 'Live verifications are refused: the pictures take up'
          : 'Live verifications will soon be refused: the pictures take up'
      return {
        told: `${what} ${sizeText(problem.storedBytes)} of the ${sizeText(problem.maxBytes)} of SVC_IMAGES_BYTES_MAX.`,
        command: 'svc config show',
      }
    }
    case 'provider_refuses':
      return { told: refusalTexts[problem.reason], command: 'svc config check --connect' }
    case 'provider_unreachable':
      return {
        told: `The identity provider does not answer, since ${second(problem.since)}.`,
        command: 'svc config check --connect',
      }
    case 'scoring_unreachable':
      return {
        told: `The scoring engine gives no scores, since ${second(problem.since)}.`,
        command: 'svc config check --connect',
      }
    case 'audit_lags':
      return { told: auditLagText(problem), command: 'svc config show' }
    case 'jobs_overdue':
      return {
        told: `Jobs have been due for ${minutes(problem.ageMs)}.`,
        command: 'svc jobs stats',
      }
    case 'deliveries_overdue':
      return {
        told: `Deliveries to ${problem.webhookId} have been due for ${minutes(problem.ageMs)}.`,
        command: `svc webhooks deliveries ${problem.webhookId} --status pending`,
      }
    case 'usage_differs':
      return {
        told: `${problem.differences} sums of usage do not say what their events come to.`,
        command: 'svc usage recount',
      }
    case 'recount_overdue': {
      const { days, firstDay, oldestAt } = problem
      const what = days === 1 ? '1 day' : `${days} days`
      return {
        told: `Not recounted for over five weeks: ${what} of usage, since ${day(oldestAt)}.`,
        command: `svc usage recount --from ${day(firstDay)}`,
      }
    }
    case 'webhook_failing': {
      const since = second(problem.failingSince)
      return {
        told: `Failing since ${since}: ${problem.webhookId} (${problem.environment}).`,
        command: `svc webhooks deliveries ${problem.webhookId}`,
      }
    }
  }
}

function auditLagText(lag: Extract<Problem, { readonly kind: 'audit_lags' }>): string {
  const { waiting, oldestAt, isStopping } = lag
  const lags = `The copy of the audit log lags: ${entriesText(waiting)}, since ${second(oldestAt)}.`
  return isStopping ? `${lags} Verifications are refused.` : lags
}

const refusalTexts: Readonly<Record<OperatorReason, string>> = {
  provider_wallet_empty: 'The identity provider has no credit of ours left. Top it up there.',
  provider_credentials_refused: 'The identity provider refuses our partner id or API key.',
  provider_misconfigured:
    'Our account at the identity provider lacks this product, or a host of it is not allowed: see upload_link_refused in the log.',
}

function day(instantMs: number): string {
  return toIso(instantMs).slice(0, 10)
}

/** An instant to the second. */
function second(instantMs: number): string {
  return toIso(instantMs).replace(/\.\d+/, '')
}

function together(webhooks: readonly WebhookStatus[]): WaitingWork {
  const times = webhooks.map(({ nextDueAt }) => nextDueAt).filter((at) => at !== undefined)
  return {
    waiting: webhooks.reduce((sum, { waiting }) => sum + waiting, 0),
    due: webhooks.reduce((sum, { due }) => sum + due, 0),
    oldestDueAgeMs: Math.max(0, ...webhooks.map(({ oldestDueAgeMs }) => oldestDueAgeMs)),
    nextDueAt: times.length === 0 ? undefined : Math.min(...times),
  }
}

/** One that fails is told of among the problems. */
function isWaitedFor({ failingSince, waiting }: WebhookStatus): boolean {
  return failingSince === undefined && waiting > 0
}

function webhookFact(webhook: WebhookStatus, nowMs: number): readonly [string, string] {
  return ['', `${webhook.id} ${webhook.environment}: ${waitingText(webhook, nowMs)}`]
}

/** That a webhook began to fail, while it still does, stands among the problems. */
function isToldAnyway(
  { kind, webhookId }: LatestAlert,
  webhooks: readonly WebhookStatus[],
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
    ? `recounted to the end of ${last}, all true`
    : `recounted to the end of ${last}: ${differences} sums differ`
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
