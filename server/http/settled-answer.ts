// Turns an endpoint's answer into the bytes that go out.

import type { Answer, SettledAnswer } from './endpoint.ts'

/** `data` is what the answer carries and nothing else (rulings 1.2). */
export function settle(answer: Answer): SettledAnswer {
  const body = answer.status === 204 ? '' : JSON.stringify({ data: answer.data ?? null })
  return { status: answer.status, headers: answer.headers ?? {}, body, replayed: false }
}

export function isSettled(answer: Answer | SettledAnswer): answer is SettledAnswer {
  return 'replayed' in answer
}
