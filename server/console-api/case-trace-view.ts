// All that was done about one verification, from the tables of whoever did it: calls at the provider,
// metering, deliveries with their attempts, and who looked.

import type { AuditAction } from '../audit/audit.ts'
import { orUndefined } from '../db/columns.ts'
import type { Reader } from '../db/transaction.ts'
import type { EventType } from '../events/event.ts'
import type { Scan } from '../evidence/scan.ts'
import type { JobState } from '../jobs/job.ts'
import type { ImageRole } from '../providers/provider.ts'
import type { UsageType } from '../usage/usage.ts'
import type { DeliveryError, DeliveryState } from '../webhooks/delivery.ts'

export interface CasePicture {
  readonly id: string
  readonly role: ImageRole
  readonly format: string
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly sha256: string
  readonly scan: Scan
}

/** Undefined once the job is no longer kept. */
export interface CaseJob {
  readonly state: JobState
  readonly runs: number
  readonly failedAttempts: number
  readonly interruptions: number
  readonly reason: string | undefined
  readonly dueAt: number
  readonly finishedAt: number | undefined
}

export interface CaseDelivery {
  readonly id: string
  readonly eventId: string
  readonly eventType: EventType
  readonly webhookId: string
  readonly state: DeliveryState
  readonly createdAt: number
  readonly attempts: readonly {
    readonly number: number
    readonly at: number
    readonly durationMs: number
    readonly status: number | undefined
    readonly error: DeliveryError | undefined
  }[]
}

export interface CaseLook {
  readonly at: number
  readonly action: AuditAction
  readonly memberId: string | undefined
  readonly memberName: string | undefined
}

export interface CaseTrace {
  readonly pictures: readonly CasePicture[]
  readonly provider:
    | {
        readonly name: string
        readonly reference: string | undefined
        readonly uploadStartedAt: number | undefined
        readonly submittedAt: number | undefined
      }
    | undefined
  readonly job: CaseJob | undefined
  readonly usage: readonly {
    readonly at: number
    readonly type: UsageType
    readonly billable: boolean
  }[]
  readonly deliveries: readonly CaseDelivery[]
  /** The latest first, at most `looksMax`. */
  readonly looks: readonly CaseLook[]
  /** Whether what is sealed about the person can still be opened. */
  readonly isErased: boolean
}

export const looksMax = 100

export async function readTrace(db: Reader, id: string): Promise<CaseTrace> {
  return {
    pictures: await readPictures(db, id),
    provider: await readProvider(db, id),
    job: await readJob(db, id),
    usage: await readUsage(db, id),
    deliveries: await readDeliveries(db, id),
    looks: await readLooks(db, id),
    isErased: await isErased(db, id),
  }
}

const roles: readonly ImageRole[] = ['front', 'back', 'selfie']

async function readPictures(db: Reader, id: string): Promise<readonly CasePicture[]> {
  const rows = await db
    .selectFrom('evidence')
    .select(['id', 'role', 'format', 'width', 'height', 'bytes', 'sha256'])
    .select(['scan_verdict', 'scanned_at'])
    .where('verification_id', '=', id)
    .execute()
  const pictures = rows.map(({ scan_verdict: verdict, scanned_at: at, ...rest }) => ({
    ...rest,
    scan: { verdict, at: orUndefined(at) },
  }))
  return pictures.toSorted((one, other) => roles.indexOf(one.role) - roles.indexOf(other.role))
}

async function readProvider(db: Reader, id: string): Promise<CaseTrace['provider']> {
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

async function readJob(db: Reader, id: string): Promise<CaseJob | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select(['state', 'runs', 'attempts', 'interruptions', 'reason', 'due_at', 'finished_at'])
    .where('kind', 'in', ['verification.run', 'verification.rehearse'])
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

async function readUsage(db: Reader, id: string): Promise<CaseTrace['usage']> {
  const rows = await db
    .selectFrom('usage_events')
    .select(['created_at', 'type', 'billable'])
    .where('verification_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ at: row.created_at, type: row.type, billable: row.billable === 1 }))
}

async function readDeliveries(db: Reader, id: string): Promise<readonly CaseDelivery[]> {
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
    .selectFrom('webhook_attempts')
    .select(['delivery_id', 'number', 'started_at', 'duration_ms', 'status', 'error'])
    .where('delivery_id', 'in', ids)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    eventType: row.type,
    webhookId: row.webhook_id,
    state: row.state,
    createdAt: row.created_at,
    attempts: attempts
      .filter((attempt) => attempt.delivery_id === row.id)
      .map((attempt) => ({
        number: attempt.number,
        at: attempt.started_at,
        durationMs: attempt.duration_ms,
        status: orUndefined(attempt.status),
        error: orUndefined(attempt.error),
      })),
  }))
}

async function readLooks(db: Reader, id: string): Promise<readonly CaseLook[]> {
  const rows = await db
    .selectFrom('audit_entries as entry')
    .leftJoin('staff_members as member', 'member.id', 'entry.actor_id')
    .select(['entry.at', 'entry.action', 'entry.actor_id', 'member.name'])
    .where('entry.subject_id', '=', id)
    .orderBy('entry.sequence', 'desc')
    .limit(looksMax)
    .execute()
  return rows.map((row) => ({
    at: row.at,
    action: row.action,
    memberId: orUndefined(row.actor_id),
    memberName: orUndefined(row.name),
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
