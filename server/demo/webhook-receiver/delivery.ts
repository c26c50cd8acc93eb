// A delivery as the receiver keeps it: ids, statuses and the verdict. No personal data.

import type { SignatureVerdict } from '../../webhooks/signature-headers.ts'

/** `no_secret`: no webhook is registered whose secret could have signed it. */
export type ReceiverVerdict = SignatureVerdict | 'no_secret' | 'body_too_large'

export interface RecordedDelivery {
  readonly receivedAt: number
  /** A path of `behaviour.ts`. */
  readonly path: string
  readonly verdict: ReceiverVerdict
  /** From the body; undefined unless the body is signed and is an event. */
  readonly event: DeliveredEvent | undefined
  /** Whether this event had been accepted (2xx) at this path before. */
  readonly isRepeat: boolean
  readonly answer: ReceiverAnswer
  /** From a header, like the next two: not signed. */
  readonly webhookId: string | undefined
  readonly deliveryId: string | undefined
  /** Number of the attempt, from 1. */
  readonly attempt: number | undefined
}

export interface DeliveredEvent {
  readonly id: string
  /** Such as `verification.completed`. */
  readonly type: string
  /** Id of the verification, or of the tested webhook. */
  readonly subjectId: string | undefined
  readonly status: string | undefined
}

export type ReceiverAnswer =
  | { readonly kind: 'status'; readonly status: number; readonly delayMs: number }
  | { readonly kind: 'silence' }
  | { readonly kind: 'reset' }
