// Parses the filters of the delivery log and the requests for replays.

import { z } from 'zod'
import { eventTypes, type SubscribableEvent, subscribableEvents } from '../events/event.ts'
import { type Fault, refuseFaults } from '../kernel/app-error.ts'
import { choiceFault, jsonFlag } from '../kernel/field-shape.ts'
import { firstIdAt, isId } from '../kernel/ids.ts'
import { faultOfSpan, instantOrDate } from '../kernel/instant.ts'
import { type DeliveryState, deliveryStates } from './delivery.ts'
import type { DeliveryFilter } from './delivery-view.ts'

export const deliveryFilterQuery = [
  'status',
  'event',
  'verification_id',
  'created_from',
  'created_to',
] as const

export const filterShape = z.object({
  status: oneOf('status', deliveryStates).optional(),
  event: oneOf('event', eventTypes).optional(),
  verification_id: verificationId('verification_id').optional(),
  created_from: instantOrDate('created_from').optional(),
  created_to: instantOrDate('created_to').optional(),
})

/**
 * `created_from` is included, `created_to` is not; a plain date is its first instant, UTC.
 * @throws AppError `invalid_request` with every fault.
 */
export function parseDeliveryFilter(
  query: Partial<Readonly<Record<(typeof deliveryFilterQuery)[number], string>>>,
): DeliveryFilter {
  const { status, event, verification_id, created_from, created_to } = parse(filterShape, query)
  const reversed = faultOfSpan(['created_from', created_from], ['created_to', created_to])
  if (reversed.length > 0) throw refuseFaults(reversed)
  return {
    state: status,
    eventType: event,
    verificationId: verification_id,
    idFrom: created_from === undefined ? undefined : firstIdAt('dlv', created_from),
    idBefore: created_to === undefined ? undefined : firstIdAt('dlv', created_to),
  }
}

/** The states that can be replayed in a range: a pending delivery needs no replay. */
export const replayableStates = ['delivered', 'failed', 'cancelled'] as const
export type ReplayableState = Extract<DeliveryState, (typeof replayableStates)[number]>

/** Which deliveries of a webhook to send again. */
export interface ReplaySpan {
  readonly state: ReplayableState
  readonly eventType: SubscribableEvent | undefined
  /** Created at this instant or later; undefined for no lower bound. */
  readonly createdFrom: number | undefined
  /** Created before this instant. */
  readonly createdTo: number
  /** Only count the deliveries; send nothing. */
  readonly isDryRun: boolean
}

export const spanShape = z.object({
  status: oneOf('status', replayableStates).optional(),
  // Tests are left out: a client that wants one again sends a new test.
  event: oneOf('event', subscribableEvents).optional(),
  created_from: instantOrDate('created_from').optional(),
  created_to: instantOrDate('created_to'),
  dry_run: jsonFlag('dry_run').optional(),
})

/** @throws AppError `invalid_request` with every fault. */
export function parseReplaySpan(body: unknown): ReplaySpan {
  const { status, event, created_from, created_to, dry_run } = parse(spanShape, body)
  if (created_from !== undefined && created_from >= created_to) {
    const message = 'created_to must be later than created_from.'
    throw refuseFaults([{ param: 'created_to', code: 'invalid', message }])
  }
  return {
    state: status ?? 'failed',
    eventType: event,
    createdFrom: created_from,
    createdTo: created_to,
    isDryRun: dry_run ?? false,
  }
}

function parse<Shape extends z.ZodType>(shape: Shape, given: unknown): z.output<Shape> {
  const parsed = shape.safeParse(given, { reportInput: true })
  if (!parsed.success) throw refuseFaults(parsed.error.issues.map(toFault))
  return parsed.data
}

function toFault(issue: z.core.$ZodIssue): Fault {
  const code = issue.input === undefined ? 'missing' : 'invalid'
  return { param: issue.path.join('.') || 'body', code, message: issue.message }
}

function oneOf<const Words extends readonly [string, ...string[]]>(name: string, words: Words) {
  return z.enum(words, { error: choiceFault(name, words) })
}

function verificationId(name: string) {
  const message = `${name} must be an id that begins with ver_.`
  return z.string().refine((text) => isId('ver', text), message)
}
