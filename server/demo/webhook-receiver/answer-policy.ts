// Decides what a delivery is answered, from the path's behaviour and from whether it is believed.

import { answerTo } from '../../webhooks/verify-signature.ts'
import type { Behaviour } from './behaviour.ts'
import type { Answer, Verdict } from './delivery.ts'

/** `arrivals`: how often this event has come to this path before. */
export function answerOf(behaviour: Behaviour, verdict: Verdict, arrivals: number): Answer {
  if (verdict === 'body_too_large') return now(413)
  switch (behaviour.kind) {
    case 'good':
      return now(honest(verdict))
    case 'status':
      return now(behaviour.status)
    case 'slow':
      return { ...now(honest(verdict)), delayMs: behaviour.delayMs }
    case 'flaky': {
      const isRefused = verdict === 'valid' && arrivals < behaviour.failures
      return now(isRefused ? 500 : honest(verdict))
    }
    case 'hang':
      return { kind: 'silence' }
    case 'reset':
      return { kind: 'reset' }
  }
}

/** Whether the receiver has taken the event as its own, so that the next one like it is a repeat. */
export function isTaken(verdict: Verdict, answer: Answer): boolean {
  return verdict === 'valid' && answer.kind === 'status' && Math.floor(answer.status / 100) === 2
}

/** 204 rather than 200: there is nothing to say. */
function honest(verdict: Exclude<Verdict, 'body_too_large'>): number {
  if (verdict === 'no_secret') return 401
  return verdict === 'valid' ? 204 : answerTo(verdict)
}

function now(status: number): Extract<Answer, { kind: 'status' }> {
  return { kind: 'status', status, delayMs: 0 }
}
