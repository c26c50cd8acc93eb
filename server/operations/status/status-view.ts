// Reads the status of the appliance from the tables of every feature, for `svc status` and the console.

import { countRows } from '../../db/count-rows.ts'
import type { Reader } from '../../db/transaction.ts'
import { pendingDelivery } from '../../deliveries/delivery-table.ts'
import { jobState } from '../../jobs/job-table.ts'
import { dayMs } from '../../kernel/durations.ts'
import { firstIdAt } from '../../kernel/ids.ts'
import { listNodes } from '../../nodes/node-list-view.ts'
import { readServices } from './service-status-view.ts'
import {
  type ApplianceStatus,
  judgeRecount,
  type LatestAlert,
  type UsageStatus,
  type WaitingWork,
  type WebhookBacklog,
  type WorkStatus,
} from './status-policy.ts'

const alertsForMs = dayMs
/** As many as fit on a screen; the list over REST has all alerts. */
const alertsShownMax = 20

export async function readStatus(db: Reader, nowMs: number): Promise<ApplianceStatus> {
  return {
    jobs: await readJobs(db, nowMs),
    nodes: await listNodes(db),
    webhooks: await listWebhookStatus(db, nowMs),
    alerts: await listLatestAlerts(db, nowMs - alertsForMs),
    usage: await readUsage(db, nowMs),
    services: await readServices(db, nowMs),
  }
}

async function readUsage(db: Reader, nowMs: number): Promise<UsageStatus> {
  const recount = await db.selectFrom('usage_recount').select('counted_to').executeTakeFirst()
  return {
    countedTo: recount?.counted_to,
    differences: await countRows(db.selectFrom('usage_differences')),
    overdue: judgeRecount(recount?.counted_to, nowMs),
  }
}

async function readJobs(db: Reader, nowMs: number): Promise<WorkStatus> {
  const jobs = db
    .selectFrom('jobs')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('due_at').as('earliest')])
    .where('state', '=', jobState.waiting)
  const due = await jobs.where('due_at', '<=', nowMs).executeTakeFirstOrThrow()
  const later = await jobs.where('due_at', '>', nowMs).executeTakeFirstOrThrow()
  const atWork = await countRows(db.selectFrom('jobs').where('state', '=', jobState.running))
  return { ...waitingWork(due, later, nowMs), running: atWork }
}

async function listWebhookStatus(db: Reader, nowMs: number): Promise<readonly WebhookBacklog[]> {
  const webhooks = await db
    .selectFrom('webhooks')
    .select(['id', 'environment', 'failing_since'])
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const status: WebhookBacklog[] = []
  for (const { id, environment, failing_since } of webhooks) {
    const work = await readWaitingDeliveries(db, id, nowMs)
    status.push({ id, environment, failingSince: failing_since ?? undefined, ...work })
  }
  return status
}

async function readWaitingDeliveries(
  db: Reader,
  webhookId: string,
  nowMs: number,
): Promise<WaitingWork> {
  const deliveries = db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('due_at').as('earliest')])
    .where('state', '=', pendingDelivery)
    .where('webhook_id', '=', webhookId)
    .where('priority', 'in', ['first_attempt', 'retry'])
  const due = await deliveries.where('due_at', '<=', nowMs).executeTakeFirstOrThrow()
  const later = await deliveries.where('due_at', '>', nowMs).executeTakeFirstOrThrow()
  return waitingWork(due, later, nowMs)
}

interface CountedWork {
  readonly count: number
  /** When the earliest of it is due; null without any. */
  readonly earliest: number | null
}

function waitingWork(due: CountedWork, later: CountedWork, nowMs: number): WaitingWork {
  return {
    due: due.count,
    oldestDueAgeMs: due.earliest === null ? 0 : nowMs - due.earliest,
    waiting: due.count + later.count,
    nextDueAt: later.earliest ?? undefined,
  }
}

/** Returns the alerts since an instant, newest first: ids sort by time. */
async function listLatestAlerts(db: Reader, since: number): Promise<readonly LatestAlert[]> {
  return db
    .selectFrom('webhook_alerts')
    .select(['id', 'environment', 'webhook_id as webhookId', 'kind', 'created_at as createdAt'])
    .where('id', '>=', firstIdAt('alr', since))
    .orderBy('id', 'desc')
    .limit(alertsShownMax)
    .execute()
}
