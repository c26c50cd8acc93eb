// Reads the trace of one verification from the tables of other features: images, provider job, usage, deliveries with
// their attempts, and accesses.

import type { AuditAction } from '../../audit/audit.ts'
import { orUndefined } from '../../db/columns.ts'
import type { Reader } from '../../db/transaction.ts'
import { attemptsShownMax } from '../../deliveries/delivery-view.ts'
import type { ImageRole } from '../../providers/provider.ts'
import type { UsageType } from '../../usage/usage.ts'
import type {
  TracedAccess,
  TracedDelivery,
  TracedImage,
  TracedJob,
  TracedUsage,
  VerificationTrace,
} from './verification-trace.ts'

const accessesMax = 100
/** Of each kind: a client may retrieve a score without end, and each retrieval may be corrected. */
const usageMax = 100

/** Each kind of usage by the beginning of its deduplication key (`deduplicationKeyOf`). */
const usageKinds = [
  ['kyc.verify', 'verification'],
  ['kyc.verify', 'use_'],
  ['score.get', 'score_requested'],
  ['score.get', 'req_'],
  ['score.get', 'use_'],
] as const satisfies readonly (readonly [UsageType, string])[]

/** A reviewer whose decision is checked does not learn of it. */
const untold: readonly AuditAction[] = [
  'quality.check_opened',
  'quality.check_claimed',
  'quality.check_released',
  'quality.check_decided',
  'quality.check_cancelled',
]

export async function readTrace(db: Reader, id: string): Promise<VerificationTrace> {
  return {
    images: await readImages(db, id),
    provider: await readProvider(db, id),
    job: await readJob(db, id),
    usage: await readUsage(db, id),
    deliveries: await readDeliveries(db, id),
    accesses: await readAccesses(db, id),
    isErased: await isErased(db, id),
  }
}

const roles: readonly ImageRole[] = ['front', 'back', 'selfie']

async function readImages(db: Reader, id: string): Promise<readonly TracedImage[]> {
  const rows = await db
    .selectFrom('images')
    .select(['id', 'role', 'format', 'width', 'height', 'bytes', 'sha256'])
    .select(['scan_verdict', 'scanned_at'])
    .where('verification_id', '=', id)
    .execute()
  const images = rows.map(({ scan_verdict: verdict, scanned_at: at, ...rest }) => ({
    ...rest,
    scan: { verdict, at: orUndefined(at) },
  }))
  return images.toSorted((one, other) => roles.indexOf(one.role) - roles.indexOf(other.role))
}

async function readProvider(db: Reader, id: string) {
  const row = await db
    .selectFrom('provider_jobs')
    .select(['provider', 'reference', 'upload_started_at', 'submitted_at'])
    .where('verification_id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      name: row.provider,
      reference: orUndefined(row.reference),
      uploadStartedAt: orUndefined(row.upload_started_at),
      submittedAt: orUndefined(row.submitted_at),
    }
  )
}

async function readJob(db: Reader, id: string): Promise<TracedJob | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select(['state', 'runs', 'attempts', 'interruptions', 'reason', 'due_at', 'finished_at'])
    .where('kind', 'in', ['verification.run', 'verification.run_sandbox'])
    .where('subject_id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      state: row.state,
      runs: row.runs,
      failedAttempts: row.attempts,
      interruptions: row.interruptions,
      reason: orUndefined(row.reason),
      dueAt: row.due_at,
      finishedAt: orUndefined(row.finished_at),
    }
  )
}

/** The newest of each kind, oldest first: their keys are ids of requests or corrected events, which rise with time. */
async function readUsage(db: Reader, id: string): Promise<readonly TracedUsage[]> {
  const newest = await Promise.all(
    usageKinds.map(([type, start]) =>
      db
        .selectFrom('usage_events')
        .select(['created_at', 'type', 'billable', 'source'])
        .where('verification_id', '=', id)
        .where('type', '=', type)
        .where('deduplication_key', '>=', start)
        .where('deduplication_key', '<', `${start}~`)
        .orderBy('deduplication_key', 'desc')
        .limit(usageMax)
        .execute(),
    ),
  )
  return newest
    .flat()
    .map((row) => ({
      at: row.created_at,
      type: row.type,
      billable: row.billable === 1,
      isCorrection: row.source === 'correction',
    }))
    .toSorted((one, other) => one.at - other.at)
}

async function readDeliveries(db: Reader, id: string): Promise<readonly TracedDelivery[]> {
  const rows = await db
    .selectFrom('events as event')
    .innerJoin('webhook_deliveries as delivery', 'delivery.event_id', 'event.id')
    .select([
      'delivery.id',
      'delivery.event_id',
      'event.type',
      'delivery.webhook_id',
      'delivery.state',
      'delivery.created_at',
    ])
    .where('event.subject_id', '=', id)
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const attempts = await db
    .selectFrom('webhook_attempts as attempt')
    .innerJoin('webhook_deliveries as delivery', 'delivery.id', 'attempt.delivery_id')
    .select(['attempt.delivery_id', 'attempt.number', 'attempt.started_at'])
    .select(['attempt.duration_ms', 'attempt.status', 'attempt.error'])
    .where('attempt.delivery_id', 'in', ids)
    .whereRef('attempt.number', '>', ({ eb }) => eb('delivery.attempts', '-', attemptsShownMax))
    .orderBy('attempt.number')
    .execute()
  const ofDelivery = Map.groupBy(attempts, (attempt) => attempt.delivery_id)
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    eventType: row.type,
    webhookId: row.webhook_id,
    state: row.state,
    createdAt: row.created_at,
    attempts: (ofDelivery.get(row.id) ?? []).map((attempt) => ({
      number: attempt.number,
      at: attempt.started_at,
      durationMs: attempt.duration_ms,
      status: orUndefined(attempt.status),
      error: orUndefined(attempt.error),
    })),
  }))
}

async function readAccesses(db: Reader, id: string): Promise<readonly TracedAccess[]> {
  const rows = await db
    .selectFrom('audit_entries as entry')
    .leftJoin('users as actor', 'actor.id', 'entry.actor_id')
    .select(['entry.at', 'entry.action', 'entry.actor_id', 'actor.name'])
    .where('entry.subject_id', '=', id)
    .where('entry.action', 'not in', untold)
    .orderBy('entry.sequence', 'desc')
    .limit(accessesMax)
    .execute()
  return rows.map((row) => ({
    at: row.at,
    action: row.action,
    userId: orUndefined(row.actor_id),
    userName: orUndefined(row.name),
  }))
}

async function isErased(db: Reader, id: string): Promise<boolean> {
  const key = await db
    .selectFrom('data_keys')
    .select('subject_id')
    .where('subject_id', '=', id)
    .executeTakeFirst()
  return key === undefined
}
