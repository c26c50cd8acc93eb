// A sender in a few lines: starts a receiver on a clock that the test moves, and posts deliveries to it
// over real HTTP, signed as the specification says and by this file's own arithmetic.

import { createHmac } from 'node:crypto'
import type { TestContext } from 'node:test'
import type { RecordedDelivery } from '../../../server/demo/webhook-receiver/delivery.ts'
import {
  startWebhookReceiver,
  type WebhookReceiver,
  type WebhookReceiverOptions,
} from '../../../server/demo/webhook-receiver/receiver.ts'
import { ManualClock } from '../../support/manual-clock.ts'

export const secret = 'whsec_of-an-invented-webhook'

interface World {
  readonly receiver: WebhookReceiver
  readonly clock: ManualClock
  /** What the receiver told, in the order of arrival. */
  readonly told: readonly RecordedDelivery[]
}

/** A receiver that knows `secret` and is closed when the test ends. */
export async function openWorld(
  t: TestContext,
  options: Partial<WebhookReceiverOptions> = {},
): Promise<World> {
  const clock = new ManualClock()
  const told: RecordedDelivery[] = []
  const onDelivery = (delivery: RecordedDelivery) => void told.push(delivery)
  const asked = { secretsFor: () => [secret], clock, onDelivery, ...options }
  const receiver = await startWebhookReceiver(asked)
  t.after(() => receiver.close())
  return { receiver, clock, told }
}

export interface Posting {
  /** Default `/`. */
  readonly path?: string
  /** Default that of `bodyOf()`. */
  readonly body?: string
  /** What is signed; default the body. */
  readonly signedBody?: string
  readonly secret?: string
  /** How old the time stamp is. */
  readonly ageSeconds?: number
  /** Over the headers that a delivery has; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal
}

/** The status of the answer. */
export async function post(world: World, posting: Posting = {}): Promise<number> {
  const body = posting.body ?? bodyOf()
  const response = await fetch(`${world.receiver.url}${posting.path ?? '/'}`, {
    method: 'POST',
    redirect: 'manual',
    headers: headersOf(world, posting, posting.signedBody ?? body),
    body,
    ...(posting.signal ? { signal: posting.signal } : {}),
  })
  await response.body?.cancel()
  return response.status
}

const eventId = 'evt_0000000000000000000000000e'
export const verificationId = 'ver_0000000000000000000000000v'

/** The bytes of a completed verification's event. */
export function bodyOf(changes: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    id: eventId,
    event: 'verification.completed',
    data: { id: verificationId, status: 'approved', external_ref: 'customer-42' },
    timestamp: '2026-11-21T09:00:00.000Z',
    ...changes,
  })
}

function headersOf(world: World, posting: Posting, body: string): Headers {
  const timestamp = Math.floor(world.clock.now() / 1000) - (posting.ageSeconds ?? 0)
  const hmac = createHmac('sha256', posting.secret ?? secret)
  const headers = new Headers({
    'content-type': 'application/json',
    'svc-signature': hmac.update(`${timestamp}.${body}`).digest('hex'),
    'svc-timestamp': String(timestamp),
    'svc-webhook-id': 'wh_0000000000000000000000000w',
    'svc-delivery-id': 'dlv_0000000000000000000000000d',
    'svc-attempt': '1',
  })
  for (const [name, value] of Object.entries(posting.headers ?? {})) {
    if (value === undefined) headers.delete(name)
    else headers.set(name, value)
  }
  return headers
}

/** What `GET /deliveries` shows. */
export async function shown(world: World): Promise<readonly Record<string, unknown>[]> {
  const response = await fetch(`${world.receiver.url}/deliveries`)
  const { deliveries } = (await response.json()) as { deliveries: Record<string, unknown>[] }
  return deliveries
}
