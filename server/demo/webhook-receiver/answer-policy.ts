// Decides the response to a delivery, from the path's behaviour and the verdict on its signature.

import { answerTo } from '../../webhooks/verify-signature.ts'
import type { Behaviour } from './behaviour.ts'
import type { ReceiverAnswer, ReceiverVerdict } from './delivery.ts'

/** `arrivals`: how often this event has arrived at this path before. */
export function answerOf(
  behaviour: Behaviour,
  verdict: ReceiverVerdict,
  arrivals: number,
): ReceiverAnswer {
  if (verdict === 'body_too_large') return now(413)
  switch (behaviour.kind) {
    case 'good':
      return now(correctStatus(verdict))
    case 'status':
      return now(behaviour.status)
    case 'slow':
      return { ...now(correctStatus(verdict)), delayMs: behaviour.delayMs }
    case 'flaky': {
      const isRefused = verdict === 'valid' && arrivals < behaviour.failures
      return now(isRefused ? 500 : correctStatus(verdict))
    }
    case 'hang':
      return { kind: 'silence' }
    case 'reset':
      return { kind: 'reset' }
  }
}

/** Whether the receiver accepted the event, so that the next one like it is a repeat. */
export function isAccepted(verdict: ReceiverVerdict, answer: ReceiverAnswer): boolean {
  return verdict === 'valid' && answer.kind === 'status' && Math.floor(answer.status / 100) === 2
}

/** 204 rather than 200, because the response has no body. */
function correctStatus(verdict: Exclude<ReceiverVerdict, 'body_too_large'>): number {
  if (verdict === 'no_secret') return 401
  return verdict === 'valid' ? 204 : answerTo(verdict)
}

function now(status: number): Extract<ReceiverAnswer, { kind: 'status' }> {
  return { kind: 'status', status, delayMs: 0 }
}
