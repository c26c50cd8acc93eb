// What the two tables of endpoints make (api/routes, console-api/routes): each endpoint a method, a path, who may
// call it and how it is answered. The shell finds the endpoint, lets the caller in, and writes what `answer` returns.

import type { Readable } from 'node:stream'
import type { Trx } from '../db/transaction.ts'
import type { RouteDescription } from '../kernel/route-description.ts'
import type { ApiKey, Scope } from '../keys/key.ts'
import type { SignedIn } from '../users/request-origin.ts'
import type { Permission } from '../users/role.ts'
import type { JsonObject, JsonOptions } from './read-json.ts'
import type { Upload, UploadPlan } from './read-upload.ts'

/** Sent as `{"data": ...}`; a 204 has no body and its `data` is ignored. */
export interface Answer {
  readonly status: 200 | 201 | 202 | 204
  readonly data: unknown
  /**
   * Stored and sent to repeats with the same Idempotency-Key in place of `data`, if `data` holds a secret that is
   * shown once.
   */
  readonly dataOfReplay?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer whose bytes are final, because they were stored or are the same for everyone. */
export interface StoredResponse {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** Whether it was sent before for the same Idempotency-Key. */
  readonly replayed: boolean
}

/** An answer other than JSON: an image, or a file that is generated while it is sent. */
export interface FileAnswer {
  readonly contentType: string
  readonly file: Buffer | Readable
  readonly headers?: Readonly<Record<string, string>>
}

/** Stores the answer in the transaction of its effect, so that a crash leaves both or neither. */
export type SaveResponse = (trx: Trx, answer: Answer) => Promise<void>

/** A request of a client whose API key is valid, has the route's scope and is used from an allowed address. */
export interface ApiRequest {
  readonly requestId: string
  readonly apiKey: ApiKey
  /** The client's own address; see `clientAddressOf` for how proxies are treated. */
  readonly clientAddress: string
  /**
   * Aborted with a ClientGoneError when the client disconnects before the answer. Throwing that reason ends
   * the request without an answer and without an error in the log.
   */
  readonly signal: AbortSignal
  /** Sets the verification id for the log, if neither the path nor the answer contains it. */
  concerns(verificationId: string): void
  /** Returns a path parameter, percent-decoded. @throws Error if the route's path has no such parameter. */
  param(name: string): string
  /**
   * Returns the named query parameters, decoded; absent ones are left out. Parameters that the route does not
   * describe were refused before.
   * @throws AppError `invalid_request` if one is repeated or not UTF-8.
   */
  query<Name extends string>(names: readonly Name[]): { readonly [Key in Name]?: string }
  /**
   * Reads the body as a JSON object.
   * @throws AppError `invalid_request`, `unsupported_media_type`, `payload_too_large`
   */
  json(options?: JsonOptions): Promise<JsonObject>
  /**
   * Reads the body as a multipart form whose files stream into the sinks of `plan`. The files are deleted
   * (`abort`) unless the work of `idempotently` begins, which then owns them.
   * @throws AppError `invalid_request`, `unsupported_media_type`, `payload_too_large`, `rate_limited`
   */
  upload<Result>(plan: UploadPlan<Result>): Promise<Upload<Result>>
  /**
   * Returns whether the Idempotency-Key was used before. Such a request causes no new work: it gets the first
   * answer, or a conflict once its body has been read. Limits on work let it pass.
   */
  isRepeat(): Promise<boolean>
  /**
   * Runs `work` once per Idempotency-Key (rulings 3.6) and returns its first answer to repeats; without the
   * header it just runs `work`. Every POST uses it, after reading its body and before checking it, so that
   * errors are repeated too. `work` calls `saveResponse` inside the transaction of its effect.
   * @throws AppError `idempotency_conflict`, `idempotency_in_progress`, and whatever `work` throws
   */
  idempotently(
    work: (saveResponse: SaveResponse) => Promise<Answer>,
  ): Promise<Answer | StoredResponse>
}

/** A callback from an external provider. It carries no API key, so the route must not trust it. */
export type CallbackRequest = Omit<ApiRequest, 'apiKey' | 'isRepeat' | 'idempotently'>

/** A request from a page of the console. */
export interface ConsoleRequest
  extends Pick<ApiRequest, 'requestId' | 'clientAddress' | 'signal' | 'param' | 'query' | 'json'> {
  /** User and session of the request. @throws Error at an `open` route */
  readonly signedIn: SignedIn
  /** Whether it came over https, to this server or to a trusted proxy. */
  readonly isTls: boolean
  /** The User-Agent header, at most 200 printable ASCII characters. */
  readonly browser: string
}

interface Place {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/v1` and `/api/v1`; a parameter is `:name`. */
  readonly path: `/${string}`
}

export interface ClientRoute extends Place {
  readonly audience: 'client'
  /** A key without this scope is refused with `missing_scope`. */
  readonly scope: Scope
  /** For the OpenAPI document. */
  readonly describe: RouteDescription
  answer(request: ApiRequest): Promise<Answer | StoredResponse>
}

export interface ProviderRoute extends Place {
  readonly audience: 'provider'
  /** Not in the OpenAPI document. */
  readonly describe?: never
  answer(request: CallbackRequest): Promise<Answer>
}

/** A document that anyone may read. It is the same for everyone, so it has an ETag. */
export interface PublicRoute extends Place {
  readonly audience: 'public'
  readonly method: 'GET'
  readonly describe: RouteDescription
  answer(): Promise<StoredResponse>
}

/**
 * Who may use a console route: users whose role has the permission, or a stage of signing in. `open`: anyone.
 * `half_way`: a session of any stage. `enrolling`: a session that must set up a second factor first, or one
 * confirmed recently. `signed_in`: every user with a full session.
 */
export type ConsoleAccess = Permission | 'open' | 'half_way' | 'enrolling' | 'signed_in'

/** Below `/console/api`, for the console alone. */
export interface ConsoleRoute extends Place {
  readonly audience: 'console'
  readonly permission: ConsoleAccess
  /** Requires that the user confirmed their identity in the last five minutes. */
  readonly confirm?: true
  /** Not in the OpenAPI document: only the console's pages call it. */
  readonly describe?: never
  answer(request: ConsoleRequest): Promise<Answer | FileAnswer>
}

export type Route = ClientRoute | ProviderRoute | PublicRoute | ConsoleRoute
