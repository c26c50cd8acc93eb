// One request and its response, as the steps of the shell hand it on: Koa's context with our state.

import type Koa from 'koa'
import type { AppError, ConsoleErrorCode, ErrorCode } from '../kernel/app-error.ts'
import type { ApiKey } from '../keys/key.ts'
import type { Visit } from '../staff/visitor.ts'
import type { FileAnswer } from './endpoint.ts'
import type { Found } from './routing.ts'

/** Who asks, as far as the Authorization header proves it. */
export type Identity =
  | { readonly kind: 'stranger' }
  | { readonly kind: 'caller'; readonly key: ApiKey }
  /** A good key, used from an address that it is not allowed from. */
  | { readonly kind: 'misplaced_caller'; readonly key: ApiKey }

/** What the steps know of a request. All of it is set before the first of them that reads it. */
export interface ExchangeState {
  requestId: string
  clientAddress: string
  /** Whether the client came over https, to us or to a trusted proxy. */
  isTls: boolean
  /** What is wrong with the request before anybody looks at what it asks for. */
  flaw: AppError | undefined
  found: Found
  identity: Identity
  /** Whose session the request carries, at endpoints of the console. */
  visit: Visit | undefined
  /** Which verification this is about, as far as that is known; for the log. */
  verificationId: string | undefined
  /** Code of the refusal that was sent, for the log. */
  refusal: ErrorCode | ConsoleErrorCode | undefined
  /** Whom of the staff the refusal is about, where that is known without a session; for the audit log. */
  refusedMember: string | undefined
}

export type Exchange = Koa.ParameterizedContext<ExchangeState>
export type Step = Koa.Middleware<ExchangeState>

/** The only content type that the API speaks. */
export const jsonContentType = 'application/json; charset=utf-8'

export interface ResponseParts {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON text; looked at only where the status has a body. */
  readonly body: string
}

/** A stream that is not read to its end, because the client left, is destroyed. */
export function respondWithFile(exchange: Exchange, answer: FileAnswer): void {
  exchange.set({ ...answer.headers })
  exchange.status = 200
  exchange.set('Content-Type', answer.contentType)
  exchange.body = answer.file
}

export function respond(exchange: Exchange, parts: ResponseParts): void {
  exchange.set({ ...parts.headers })
  exchange.status = parts.status
  if (parts.status === 204) return
  exchange.set('Content-Type', jsonContentType)
  exchange.body = parts.body
}
