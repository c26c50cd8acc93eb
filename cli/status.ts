// `svc status`

import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { databaseFile } from '../server/appliance.ts'
import { toIso } from '../server/kernel/clock.ts'
import { isServing } from '../server/operations/is-serving.ts'
import {
  type DueWork,
  type LatestAlert,
  type Problem,
  problemsOf,
  type Status,
  type UsageStatus,
  type WebhookStatus,
} from '../server/operations/status-policy.ts'
import { readStatus } from '../server/operations/status-view.ts'
import type { Context } from './context.ts'
import { exitStatus } from './exit-codes.ts'
import type { Io } from './io.ts'
import { examples } from './root-command.ts'
import { renderFacts } from './table.ts'

interface Seen extends Status {
  readonly isServing: boolean
  readonly databaseBytes: number
  readonly problems: readonly Problem[]
}

export function define(command: Command, context: Context): void {
  command
    .addHelpText('before', examples('svc status', 'svc status --json'))
    .addHelpText(
      'after',
      `\nEnds with ${exitStatus.problemsFound} when a webhook is failing or work is overdue.\n`,
    )
    .action(() => show(context))
}

async function show({ io, session, finish }: Context): Promise<void> {
  const { db, clock, config } = await session.appliance()
  const status = await readStatus(db.reader, clock.now())
  const seen = {
    ...status,
    isServing: isServing(config.dataDir),
    databaseBytes: bytesOf(databaseFile(config)),
    problems: problemsOf(status),
  }
  io.show(statusJson(seen), () => toText(io, seen))
  if (seen.problems.length > 0) finish(exitStatus.problemsFound)
}

/** With the write-ahead log, which is a part of it. */
function bytesOf(file: string): number {
  const sizes = [file, `${file}-wal`].map((one) => statSync(one, { throwIfNoEntry: false })?.size)
  return sizes.reduce<number>((sum, size = 0) => sum + size, 0)
}

function statusJson(seen: Seen) {
  const { waiting, running, ...due } = seen.jobs
  return {
    well: seen.problems.length === 0,
    server_running: seen.isServing,
    database_bytes: seen.databaseBytes,
    jobs: { waiting, running, ...dueJson(due) },
    webhooks: seen.webhooks.map((webhook) => ({
      id: webhook.id,
      environment: webhook.environment,
      failing_since: webhook.failingSince === undefined ? null : toIso(webhook.failingSince),
      ...dueJson(webhook),
    })),
    alerts: seen.alerts.map((alert) => ({
      id: alert.id,
      environment: alert.environment,
      webhook_id: alert.webhookId,
      kind: alert.kind,
      created_at: toIso(alert.createdAt),
    })),
    usage: {
      recounted_to: seen.usage.countedTo === undefined ? null : toIso(seen.usage.countedTo),
      differences: seen.usage.differences,
    },
    problems: seen.problems.map(problemText),
  }
}

function dueJson({ due, oldestDueAgeMs }: DueWork) {
  return { due, oldest_due_age_ms: oldestDueAgeMs }
}

function toText(io: Io, seen: Seen): string {
  const { jobs, webhooks, alerts, problems } = seen
  const verdict =
    problems.length === 0
      ? io.out.style('green', 'All is well.')
      : problems.map((problem) => io.out.style('red', problemText(problem))).join('\n')
  const facts = renderFacts(io.out, [
    ['Server', seen.isServing ? 'running' : 'not running'],
    ['Database', `${(seen.databaseBytes / 1_000_000).toFixed(1)} MB`],
    ['Jobs', `${jobs.running} running, ${jobs.waiting} waiting, ${dueText(jobs)}`],
    ['Webhooks', `${webhooks.length} active, ${dueText(together(webhooks))}`],
    ...webhooks.filter((one) => one.failingSince !== undefined || one.due > 0).map(webhookFact),
    ['Alerts', alerts.length === 0 ? 'none in 24 h' : `${alerts.length} in 24 h`],
    ...alerts.map(alertFact),
    ['Usage', usageText(seen.usage)],
  ])
  return `${facts}${verdict}\n`
}

function together(webhooks: readonly WebhookStatus[]): DueWork {
  return {
    due: webhooks.reduce((sum, { due }) => sum + due, 0),
    oldestDueAgeMs: Math.max(0, ...webhooks.map(({ oldestDueAgeMs }) => oldestDueAgeMs)),
  }
}

function webhookFact(webhook: WebhookStatus): readonly [string, string] {
  const { failingSince } = webhook
  const failing = failingSince === undefined ? '' : `, failing since ${toIso(failingSince)}`
  return ['', `${webhook.id} ${webhook.environment}: ${dueText(webhook)}${failing}`]
}

function alertFact({ createdAt, kind, webhookId }: LatestAlert): readonly [string, string] {
  return ['', `${toIso(createdAt)} ${kind} ${webhookId}`]
}

function usageText({ countedTo, differences }: UsageStatus): string {
  if (countedTo === undefined) return 'not recounted yet'
  const day = toIso(countedTo - 1).slice(0, 10)
  return differences === 0
    ? `recounted to the end of ${day}, all true`
    : `recounted to the end of ${day}: ${differences} sums differ`
}

function dueText({ due, oldestDueAgeMs }: DueWork): string {
  return due === 0
    ? 'none due'
    : `${due} due (the oldest for ${Math.round(oldestDueAgeMs / 1000)} s)`
}

function problemText(problem: Problem): string {
  switch (problem.kind) {
    case 'jobs_overdue':
      return `Jobs have been due for ${minutes(problem.ageMs)}. Is the server running?`
    case 'deliveries_overdue':
      return `Deliveries to ${problem.webhookId} have been due for ${minutes(problem.ageMs)}. Is the server running?`
    case 'usage_differs':
      return `${problem.differences} sums of usage do not say what their events come to. See: svc usage recount`
    case 'webhook_failing':
      return `Nothing has come through to ${problem.webhookId} since ${toIso(problem.failingSince)}. See: svc webhooks deliveries ${problem.webhookId}`
  }
}

function minutes(ageMs: number): string {
  return `${Math.floor(ageMs / 60_000)} min`
}
