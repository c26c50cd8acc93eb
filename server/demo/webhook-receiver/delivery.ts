// What the receiver keeps of a delivery: ids, statuses and what it thought of it. Nothing of a person.

import type { SignatureVerdict } from '../../webhooks/verify-signature.ts'

/** `no_secret`: nothing is registered that could have signed it. */
export type Verdict = SignatureVerdict | 'no_secret' | 'body_too_large'

export interface Delivery {
  readonly receivedAt: number
  /** One that `behaviour.ts` knows. */
  readonly path: string
  readonly verdict: Verdict
  /** Out of the body; undefined unless that is signed and reads as an event. */
  readonly event: DeliveredEvent | undefined
  /** Whether this event had been taken (2xx) at this path before. */
  readonly isRepeat: boolean
  readonly answer: Answer
  /** This and the next two are headers: nobody signed them. */
  readonly webhookId: string | undefined
  readonly deliveryId: string | undefined
  /** 1 for the first. */
  readonly attempt: number | undefined
}

export interface DeliveredEvent {
  readonly id: string
  /** Such as `verification.completed`. */
  readonly type: string
  /** Id of what it is about: a verification, or the webhook that is tested. */
  readonly subjectId: string | undefined
  /** Of the verification. */
  readonly status: string | undefined
}

export type Answer =
  | { readonly kind: 'status'; readonly status: number; readonly delayMs: number }
  | { readonly kind: 'silence' }
  | { readonly kind: 'reset' }
