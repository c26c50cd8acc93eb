// Handles one delivery like a client's own receiver: reads it, checks the signature, detects
// repeats, keeps it and reports it. The paths that misbehave only change the response.

import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../kernel/clock.ts'
import { headerText } from '../../webhooks/signature-headers.ts'
import { readBodyUpTo } from '../listening/read-body-up-to.ts'
import { answerOf, isAccepted } from './answer-policy.ts'
import type { Behaviour } from './behaviour.ts'
import type { ReceiverVerdict, RecordedDelivery } from './delivery.ts'
import { readEvent, readIds } from './delivery-input.ts'
import { isAuthenticDelivery, judgeSignature } from './judge-signature.ts'
import type { DeliveryMemory } from './memory.ts'

/**
 * Returns the secrets that may have signed a delivery to this path, and (as an unsigned header
 * says) of this webhook; empty where no webhook is registered.
 */
export type SecretsFor = (to: {
  readonly path: string
  readonly webhookId: string | undefined
}) => readonly string[] | Promise<readonly string[]>

export interface ReceiveNeeds {
  readonly clock: Clock
  readonly memory: DeliveryMemory
  readonly secretsFor: SecretsFor
  readonly onDelivery: (delivery: RecordedDelivery) => void
}

/** Bytes of a body at most, which the signature covers as it is; far more than any event has. */
export const bodyBytesMax = 256 * 1024

export async function receive(
  needs: ReceiveNeeds,
  arrival: {
    readonly path: string
    readonly behaviour: Behaviour
    readonly request: IncomingMessage
  },
): Promise<RecordedDelivery> {
  const { memory } = needs
  const { path, behaviour, request } = arrival
  const { headers } = request
  const ids = readIds((name) => headerText(headers, name))
  const body = await readBodyUpTo(request, bodyBytesMax)
  const verdict = await judge(needs, { path, webhookId: ids.webhookId, body, headers })
  const event = isAuthenticDelivery(verdict) && body !== undefined ? readEvent(body) : undefined
  // No `await` between here and `memory.keep`, so that of two simultaneous deliveries one is the
  // repeat.
  const past = memory.past(path, event?.id)
  const answer = answerOf(behaviour, verdict, past.arrivals)
  const delivery: RecordedDelivery = {
    ...ids,
    receivedAt: needs.clock.now(),
    path,
    verdict,
    event,
    isRepeat: past.isAccepted,
    answer,
  }
  memory.keep(delivery, isAccepted(verdict, answer))
  needs.onDelivery(delivery)
  return delivery
}

async function judge(
  { clock, secretsFor }: ReceiveNeeds,
  input: {
    readonly path: string
    readonly webhookId: string | undefined
    readonly body: Buffer | undefined
    readonly headers: IncomingMessage['headers']
  },
): Promise<ReceiverVerdict> {
  const { path, webhookId, body, headers } = input
  if (body === undefined) return 'body_too_large'
  const secrets = await secretsFor({ path, webhookId })
  return judgeSignature({ body, headers }, secrets, clock.now())
}
