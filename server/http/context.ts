// Koa's context with the state that the steps of a request share, and the routes that it can match.

import type Koa from 'koa'
import type { AppError, ConsoleErrorCode, ErrorCode } from '../kernel/app-error.ts'
import type { LogFields } from '../kernel/log.ts'
import type { RouteDescription } from '../kernel/route-description.ts'
import type { Answer, FileAnswer, StoredResponse } from './answer.ts'
import type { ResponseDraft } from './response-draft.ts'
import type { RoutePlace, RouteRequest } from './route-request.ts'

/**
 * Who a route is for. It decides the path's prefix and the rate limit. `client`: holders of an API key. `provider`:
 * callbacks of identity providers. `public`: anyone. `console`: pages of the console.
 */
export type Audience = 'client' | 'provider' | 'public' | 'console'

/** An endpoint: method, path, who may call it and how it is answered. */
export interface Route extends RoutePlace {
  readonly audience: Audience
  /** For the OpenAPI document and the check of query parameters; absent for routes outside the document. */
  readonly describe?: RouteDescription
  /** @throws AppError if the sender of the request may not call the route */
  admit?(ctx: Context): Promise<void> | void
  /**
   * Admits the sender again, by the key or session as stored now: for a request whose body came long after its head.
   */
  admitAgain?(ctx: Context): Promise<void>
  answer(request: RouteRequest, ctx: Context): Promise<Answer | StoredResponse | FileAnswer>
}

export type MatchedRoute =
  | {
      readonly kind: 'route'
      readonly route: Route
      readonly params: Readonly<Record<string, string>>
      /** The path below the prefix, the same under both prefixes. */
      readonly path: string
    }
  | { readonly kind: 'other_method'; readonly template: string; readonly allow: readonly string[] }
  | { readonly kind: 'unknown'; readonly meant?: Meant }
  /** Below none of the prefixes, or not available to this request. Both are answered alike. */
  | { readonly kind: 'outside'; readonly meant?: Meant; readonly unavailable?: NotAvailable }

/** Why a path is not available to a request; see `findUnavailable`. */
export interface NotAvailable {
  readonly part: 'console' | 'api'
  readonly reason: 'other_host' | 'network_not_allowed'
}

/**
 * An existing path that the client probably meant, as a template, and why it did not match. Quotes nothing that was
 * sent.
 */
export type Meant = { readonly kind: 'root' } | { readonly kind: MeantPath; readonly path: string }

export type MeantPath = 'slash' | 'slashes' | 'prefix' | 'prefix_twice' | 'case'

/**
 * State of one request. `openContext` sets all fields; later steps change some. The API and the console's API
 * add who sent the request (`identity`, `signedIn`).
 */
export interface RequestState {
  requestId: string
  clientAddress: string
  /** Whether the client used https, to this server or to a trusted proxy. */
  isTls: boolean
  /**
   * The error to refuse the request with, whatever its route: a malformed head, or plain http where https is required.
   */
  flaw: AppError | undefined
  route: MatchedRoute
  /** The response so far. It is sent after the last step. */
  response: ResponseDraft
  /** Who sent the request, as fields of its log line: the API key or the user, if known. */
  sender: LogFields
  /** Id of the verification that the request is about, if known; for the log. */
  verificationId: string | undefined
  /** Set once a step has read the query; see `parsedQuery`. */
  query: URLSearchParams | undefined
  /** W3C Trace Context that a trusted proxy sent; undefined from anybody else. */
  traceparent: string | undefined
  /** Error code of the response, for the log. */
  refusal: ErrorCode | ConsoleErrorCode | undefined
  /** Id of the user that an error response concerns, if it is known without a session; for the audit log. */
  refusedUser: string | undefined
}

export type Context = Koa.ParameterizedContext<RequestState>
