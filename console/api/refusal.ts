// The error of a request that was refused by the server or never reached it.

import type { Fault } from '../../server/kernel/app-error.ts'

/** What a refusal is about; `unreachable` where there was no response. */
type RefusalParts = {
  /** 0 where there was no response. */
  readonly status: number
  readonly code: string
  /** The server's message, in English. */
  readonly message: string
  readonly requestId: string | undefined
  readonly details: readonly Fault[]
  readonly retryAfterSeconds: number | undefined
  /** Whether the request changes nothing. */
  readonly isRead: boolean
}

export class ApiRefusal extends Error {
  readonly parts: RefusalParts

  constructor(parts: RefusalParts) {
    super(parts.message)
    this.name = 'Refusal'
    this.parts = parts
  }
}

export function isRefusedWith(error: unknown, code: string): error is ApiRefusal {
  return error instanceof ApiRefusal && error.parts.code === code
}

/** Whether the server would say the same again: it was reached, is sound and asked for no pause. */
export function isRefusedForGood({ parts }: ApiRefusal): boolean {
  return parts.status >= 400 && parts.status < 500 && parts.retryAfterSeconds === undefined
}

/** Whether one of the faults of the error has this code. */
export function hasFault(error: unknown, code: string): boolean {
  return error instanceof ApiRefusal && error.parts.details.some((fault) => fault.code === code)
}

export function unreachable(isRead: boolean): ApiRefusal {
  return unsent('unreachable', 'The appliance did not answer.', isRead)
}

/** Of a request that was not sent, because its user has left instead of signing in again. */
export function signedOut(isRead: boolean): ApiRefusal {
  return unsent('unauthenticated', 'The session has ended.', isRead)
}

function unsent(code: string, message: string, isRead: boolean): ApiRefusal {
  return new ApiRefusal({
    status: 0,
    code,
    message,
    requestId: undefined,
    details: [],
    retryAfterSeconds: undefined,
    isRead,
  })
}

export async function readRefusal(response: Response, isRead: boolean): Promise<ApiRefusal> {
  const { error = {} } = parse(await response.text())
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new ApiRefusal({
    status: response.status,
    code: error.code ?? 'internal_error',
    message: error.message ?? response.statusText,
    requestId: error.request_id ?? response.headers.get('Request-Id') ?? undefined,
    details: error.details ?? [],
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    isRead,
  })
}

interface ErrorEnvelope {
  readonly error?: {
    readonly code?: string
    readonly message?: string
    readonly request_id?: string
    readonly details?: readonly Fault[]
  }
}

/** A proxy between browser and appliance may answer with a page of its own. */
function parse(text: string): ErrorEnvelope {
  try {
    return JSON.parse(text) as ErrorEnvelope
  } catch {
    return {}
  }
}
