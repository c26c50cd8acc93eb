// Koa's context with the state that the middleware of this server share.

import type Koa from 'koa'
import type { AppError, ConsoleErrorCode, ErrorCode } from '../kernel/app-error.ts'
import type { ApiKey } from '../keys/key.ts'
import type { SignedIn } from '../users/request-origin.ts'
import type { FileAnswer } from './route.ts'
import type { MatchedRoute } from './routing.ts'

/** Who sent the request, according to the Authorization header. */
export type Identity =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'api_key'; readonly key: ApiKey }
  /** A valid key, used from an address that it may not be used from. */
  | { readonly kind: 'address_not_allowed'; readonly key: ApiKey }

/** State of one request. Each field is set before the first middleware that reads it. */
export interface RequestState {
  requestId: string
  clientAddress: string
  /** Whether the client used https, to this server or to a trusted proxy. */
  isTls: boolean
  /** The error to refuse the request with, whatever its route: a malformed head, or plain http where https is required. */
  flaw: AppError | undefined
  route: MatchedRoute
  identity: Identity
  /** User and session of the request, at routes of the console. */
  signedIn: SignedIn | undefined
  /** Id of the verification that the request is about, if known; for the log. */
  verificationId: string | undefined
  /** Error code of the response, for the log. */
  refusal: ErrorCode | ConsoleErrorCode | undefined
  /** Id of the user that an error response concerns, if it is known without a session; for the audit log. */
  refusedUser: string | undefined
}

export type Context = Koa.ParameterizedContext<RequestState>
export type Middleware = Koa.Middleware<RequestState>

/** Content type of every JSON response. */
export const jsonContentType = 'application/json; charset=utf-8'

export interface ResponseParts {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON text; ignored for status 204. */
  readonly body: string
}

/** Koa destroys the stream if the client disconnects before its end. */
export function respondWithFile(ctx: Context, answer: FileAnswer): void {
  ctx.set({ ...answer.headers })
  ctx.status = 200
  ctx.set('Content-Type', answer.contentType)
  ctx.body = answer.file
}

export function respond(ctx: Context, parts: ResponseParts): void {
  ctx.set({ ...parts.headers })
  ctx.status = parts.status
  if (parts.status === 204) return
  ctx.set('Content-Type', jsonContentType)
  ctx.body = parts.body
}
