// The rows of the API's table of endpoints (api/routes): path, audience, scope, and the handler with its request.

import type { Trx } from '../db/transaction.ts'
import type { Answer, StoredResponse } from '../http/answer.ts'
import type { RoutePlace, RouteRequest } from '../http/route-request.ts'
import type { RouteDescription } from '../kernel/route-description.ts'
import type { ApiKey, Scope } from '../keys/key.ts'
import type { SaveResponse } from './idempotency/idempotency.ts'

/** The parts of a request that every route of the API may read. */
type ReadableParts = Pick<
  RouteRequest,
  'requestId' | 'clientAddress' | 'signal' | 'concerns' | 'param' | 'query' | 'json'
>

/** A request of a client whose API key is valid, has the route's scope and is used from an allowed address. */
export interface ApiRequest extends ReadableParts {
  readonly apiKey: ApiKey
  /**
   * Reads the body as a multipart form, counted against the key's upload limit. The files are deleted (`abort`)
   * unless the work of `idempotently` begins, which then owns them.
   * @throws AppError `invalid_request`, `unsupported_media_type`, `payload_too_large`, `rate_limited`
   */
  readonly upload: RouteRequest['upload']
  /**
   * Returns whether the Idempotency-Key was used before. Such a request causes no new work: it gets the first
   * answer, or a conflict once its body has been read. Limits on work let it pass.
   */
  isRepeat(): Promise<boolean>
  /** For effects without `idempotently`, inside their transaction. @throws AppError `unauthenticated` */
  assertStillActive(trx: Trx): Promise<void>
  /**
   * Runs `work` once per Idempotency-Key (rulings 3.6) and returns its first answer to repeats; without the
   * header it just runs `work`. An endpoint whose row says `idempotent` uses it, after reading its body and before
   * checking it, so that errors are repeated too. `work` calls `saveResponse` inside the transaction of its effect,
   * which fails if the API key was revoked since the request came in.
   * @throws AppError `idempotency_conflict`, `idempotency_in_progress`, and whatever `work` throws
   */
  idempotently(
    work: (saveResponse: SaveResponse) => Promise<Answer>,
    options?: EffectOptions,
  ): Promise<Answer | StoredResponse>
}

export interface EffectOptions {
  /** The effect comes before the transaction, which records it even if the key was revoked meanwhile. */
  readonly isDoneAlready?: boolean
}

/** A callback from an external provider. It carries no API key, so the route must not trust it. */
export type CallbackRequest = ReadableParts & Pick<RouteRequest, 'form'>

export interface ClientRoute extends RoutePlace {
  readonly audience: 'client'
  /** A key without this scope is refused with `missing_scope`. */
  readonly scope: Scope
  /** Whether repeats with the same Idempotency-Key get the first answer. */
  readonly isIdempotent?: true
  /** For the OpenAPI document. */
  readonly describe: RouteDescription
  answer(request: ApiRequest): Promise<Answer | StoredResponse>
}

export interface ProviderRoute extends RoutePlace {
  readonly audience: 'provider'
  /** Not in the OpenAPI document. */
  readonly describe?: never
  answer(request: CallbackRequest): Promise<Answer>
}

/** A document that anyone may read. It is the same for everyone, so it has an ETag. */
export interface PublicRoute extends RoutePlace {
  readonly audience: 'public'
  readonly method: 'GET'
  readonly isIdempotent?: never
  readonly describe: RouteDescription
  answer(): Promise<StoredResponse>
}

export type ApiRoute = ClientRoute | ProviderRoute | PublicRoute
