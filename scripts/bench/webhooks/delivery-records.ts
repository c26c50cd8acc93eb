// Reads events and deliveries from the database of a stopped server, to compare them with the ledger of the kill
// loop's receiver.

import { z } from 'zod'
import { openConnection } from '../../../server/db/sqlite/connection.ts'

export interface DeliveryRecord {
  readonly id: string
  readonly eventId: string
  readonly webhookId: string
  readonly state: string
  readonly failedAttempts: number
  readonly createdAtMs: number
  /** In order of their number. */
  readonly attempts: readonly AttemptRecord[]
}

export interface AttemptRecord {
  readonly number: number
  readonly startedAtMs: number
  readonly endedAtMs: number
  readonly status: number | undefined
  readonly error: string | undefined
}

interface EventRecord {
  readonly id: string
  readonly type: string
  readonly subjectId: string
}

export interface DeliveryRecords {
  readonly events: readonly EventRecord[]
  readonly deliveries: readonly DeliveryRecord[]
}

const eventRow = z.object({ id: z.string(), type: z.string(), subject_id: z.string() })
const deliveryRow = z.object({
  id: z.string(),
  event_id: z.string(),
  webhook_id: z.string(),
  state: z.string(),
  failed_attempts: z.number(),
  created_at: z.number(),
})
const attemptRow = z.object({
  delivery_id: z.string(),
  number: z.number(),
  started_at: z.number(),
  duration_ms: z.number(),
  status: z.number().nullable(),
  error: z.string().nullable(),
})

/** @param file database of an appliance that is not running */
export function readDeliveryRecords(file: string): DeliveryRecords {
  const connection = openConnection(file)
  const rows = <Row>(shape: z.ZodType<Row>, query: string) =>
    z.array(shape).parse(connection.prepare(query).all())
  const events = rows(eventRow, 'select id, type, subject_id from events')
  const deliveries = rows(
    deliveryRow,
    'select id, event_id, webhook_id, state, failed_attempts, created_at from webhook_deliveries',
  )
  const attempts = rows(
    attemptRow,
    'select delivery_id, number, started_at, duration_ms, status, error from webhook_attempts order by delivery_id, number',
  )
  connection.close()
  const ofDelivery = Map.groupBy(attempts, (row) => row.delivery_id)
  return {
    events: events.map(({ subject_id: subjectId, ...event }) => ({ ...event, subjectId })),
    deliveries: deliveries.map((row) => ({
      id: row.id,
      eventId: row.event_id,
      webhookId: row.webhook_id,
      state: row.state,
      failedAttempts: row.failed_attempts,
      createdAtMs: row.created_at,
      attempts: (ofDelivery.get(row.id) ?? []).map(toAttempt),
    })),
  }
}

function toAttempt(row: z.output<typeof attemptRow>): AttemptRecord {
  return {
    number: row.number,
    startedAtMs: row.started_at,
    endedAtMs: row.started_at + row.duration_ms,
    status: row.status ?? undefined,
    error: row.error ?? undefined,
  }
}
