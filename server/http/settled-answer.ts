// Turns an endpoint's answer into the bytes that go out.

import { isId } from '../kernel/ids.ts'
import type { Answer, SettledAnswer } from './endpoint.ts'

/** `data` is what the answer carries and nothing else (rulings 1.2). */
export function settle(answer: Answer): SettledAnswer {
  const body = answer.status === 204 ? '' : JSON.stringify({ data: answer.data ?? null })
  return { status: answer.status, headers: answer.headers ?? {}, body, replayed: false }
}

/** As it is kept, to be given again: without what is shown only once. */
export function settleForReplay(answer: Answer): SettledAnswer {
  const { dataOfReplay, ...rest } = answer
  return settle(dataOfReplay === undefined ? answer : { ...rest, data: dataOfReplay })
}

export function isSettled(answer: Answer | SettledAnswer): answer is SettledAnswer {
  return 'replayed' in answer
}

/** Of a verification that was made, or told of, in this answer. */
export function verificationIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('id' in data)) return undefined
  return typeof data.id === 'string' && isId('ver', data.id) ? data.id : undefined
}
