// Turns the answer of a route into the bytes of the response.

import { isId } from '../kernel/ids.ts'
import type { Answer, StoredResponse } from './answer.ts'

/** The body holds `data` and nothing else (rulings 1.2). */
export function toStoredResponse(answer: Answer): StoredResponse {
  const body = answer.status === 204 ? '' : JSON.stringify({ data: answer.data ?? null })
  return { status: answer.status, headers: answer.headers ?? {}, body, replayed: false }
}

/** Returns the response to store for repeats, without secrets that are shown once. */
export function storedResponseForReplay(answer: Answer): StoredResponse {
  const { dataOfReplay, ...rest } = answer
  return toStoredResponse(dataOfReplay === undefined ? answer : { ...rest, data: dataOfReplay })
}

export function isStoredResponse(answer: Answer | StoredResponse): answer is StoredResponse {
  return 'replayed' in answer
}

/** Returns the id of the verification that the answer describes, if it describes one. */
export function verificationIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('id' in data)) return undefined
  return typeof data.id === 'string' && isId('ver', data.id) ? data.id : undefined
}
