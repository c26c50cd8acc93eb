// Reads, over every feature, what tells whether the appliance is well. For `svc status`.

import { sql } from 'kysely'
import type { Reader } from '../db/transaction.ts'
import { firstIdAt } from '../kernel/ids.ts'
import { readOutside } from './outside-view.ts'
import type {
  DueWork,
  LatestAlert,
  Status,
  UsageStatus,
  WaitingWork,
  WebhookStatus,
  WorkStatus,
} from './status-policy.ts'

/** Written into the query, not bound to it: only so can SQLite choose the partial indexes. */
const waiting = sql.lit('waiting' as const)
const running = sql.lit('running' as const)
const pending = sql.lit('pending' as const)

const alertsForMs = 24 * 60 * 60 * 1000
/** More would not fit on a screen; the list over REST has them all. */
const alertsShownMax = 20

export async function readStatus(db: Reader, nowMs: number): Promise<Status> {
  return {
    jobs: await readJobs(db, nowMs),
    webhooks: await listWebhookStatus(db, nowMs),
    alerts: await listLatestAlerts(db, nowMs - alertsForMs),
    usage: await readUsage(db),
    outside: await readOutside(db, nowMs),
  }
}

async function readUsage(db: Reader): Promise<UsageStatus> {
  const recount = await db.selectFrom('usage_recount').select('counted_to').executeTakeFirst()
  const differing = await db
    .selectFrom('usage_differences')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { countedTo: recount?.counted_to, differences: Number(differing.count) }
}

async function readJobs(db: Reader, nowMs: number): Promise<WorkStatus> {
  const jobs = (state: typeof waiting | typeof running) =>
    db
      .selectFrom('jobs')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('state', '=', state)
  const due = await jobs(waiting)
    .select((select) => select.fn.min('due_at').as('oldest'))
    .where('due_at', '<=', nowMs)
    .executeTakeFirstOrThrow()
  const later = await jobs(waiting)
    .select((select) => select.fn.min('due_at').as('next'))
    .where('due_at', '>', nowMs)
    .executeTakeFirstOrThrow()
  return {
    ...withLater(
      {
        due: Number(due.count),
        oldestDueAgeMs: due.oldest === null ? 0 : nowMs - due.oldest,
      },
      later,
    ),
    running: Number((await jobs(running).executeTakeFirstOrThrow()).count),
  }
}

/** Those that are active. */
async function listWebhookStatus(db: Reader, nowMs: number): Promise<readonly WebhookStatus[]> {
  const webhooks = await db
    .selectFrom('webhooks')
    .select(['id', 'environment', 'failing_since'])
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const found: WebhookStatus[] = []
  for (const { id, environment, failing_since } of webhooks) {
    const work = await readWaitingDeliveries(db, id, nowMs)
    found.push({ id, environment, failingSince: failing_since ?? undefined, ...work })
  }
  return found
}

async function readDueDeliveries(
  db: Reader,
  webhookId: string,
  nowMs: number,
): Promise<Pick<WebhookStatus, 'due' | 'oldestDueAgeMs'>> {
  const found = await db
    .selectFrom('webhook_deliveries')
    .select((select) => select.fn.countAll<number>().as('count'))
    .select((select) => select.fn.min('due_at').as('oldest'))
    .where('state', '=', pending)
    .where('webhook_id', '=', webhookId)
    .where('lane', 'in', ['first', 'retry'])
    .where('due_at', '<=', nowMs)
    .executeTakeFirstOrThrow()
  return {
    due: Number(found.count),
    oldestDueAgeMs: found.oldest === null ? 0 : nowMs - found.oldest,
  }
}

async function readWaitingDeliveries(
  db: Reader,
  webhookId: string,
  nowMs: number,
): Promise<WaitingWork> {
  const later = await db
    .selectFrom('webhook_deliveries')
    .select((select) => select.fn.countAll<number>().as('count'))
    .select((select) => select.fn.min('due_at').as('next'))
    .where('state', '=', pending)
    .where('webhook_id', '=', webhookId)
    .where('lane', 'in', ['first', 'retry'])
    .where('due_at', '>', nowMs)
    .executeTakeFirstOrThrow()
  return withLater(await readDueDeliveries(db, webhookId, nowMs), later)
}

function withLater(
  due: DueWork,
  later: { readonly count: number; readonly next: number | null },
): WaitingWork {
  return {
    ...due,
    waiting: due.due + Number(later.count),
    nextDueAt: later.next ?? undefined,
  }
}

/** Newest first. Their ids sort by time. */
async function listLatestAlerts(db: Reader, since: number): Promise<readonly LatestAlert[]> {
  const rows = await db
    .selectFrom('webhook_alerts')
    .select(['id', 'environment', 'webhook_id', 'kind', 'created_at'])
    .where('id', '>=', firstIdAt('alr', since))
    .orderBy('id', 'desc')
    .limit(alertsShownMax)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    environment: row.environment,
    webhookId: row.webhook_id,
    kind: row.kind,
    createdAt: row.created_at,
  }))
}
