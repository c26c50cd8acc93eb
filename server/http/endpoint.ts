// What a feature's `*-routes.ts` exports: endpoints, each a method, a path, who may call it and how it is
// answered. The shell finds the endpoint, lets the caller in, and writes what `answer` returns.

import type { Readable } from 'node:stream'
import type { Trx } from '../db/transaction.ts'
import type { EndpointDescription } from '../kernel/endpoint-description.ts'
import type { ApiKey, Scope } from '../keys/key.ts'
import type { Permission } from '../staff/role.ts'
import type { Visit } from '../staff/visitor.ts'
import type { JsonObject, JsonOptions } from './read-json.ts'
import type { Upload, UploadPlan } from './read-upload.ts'

/** Written as `{"data": ...}`; 204 has no body, and its `data` is never looked at. */
export interface Answer {
  readonly status: 200 | 201 | 202 | 204
  readonly data: unknown
  /**
   * What a repetition under the same Idempotency-Key is shown in the place of `data`, where that holds
   * what is shown only once. It alone is kept.
   */
  readonly dataOfReplay?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer whose bytes are settled already, because they were stored or are the same for all. */
export interface SettledAnswer {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** Given before, under the same Idempotency-Key. */
  readonly replayed: boolean
}

/** What is no JSON: a picture, or a file that is made while it goes out. */
export interface FileAnswer {
  readonly contentType: string
  readonly file: Buffer | Readable
  readonly headers?: Readonly<Record<string, string>>
}

/** Stores the answer in the transaction of its effect, so that no crash can part the two. */
export type Remember = (trx: Trx, answer: Answer) => Promise<void>

/** One request of a client whose key was accepted, has the scope and is used from where it may be. */
export interface ApiRequest {
  readonly requestId: string
  readonly caller: ApiKey
  /** The client's own address, in text; see `clientAddressOf` for what proxies may say. */
  readonly clientAddress: string
  /**
   * Aborted, with a ClientGoneError, when the client's connection closes before it is answered. Work that
   * throws the reason ends the request without an answer and without a complaint in the log.
   */
  readonly signal: AbortSignal
  /** Says for the log which verification this is about, where neither path nor answer names it by its id. */
  concerns(verificationId: string): void
  /** A parameter of the endpoint's path, percent-decoded. @throws Error for a name it does not have. */
  param(name: string): string
  /**
   * The named query parameters, decoded; those not sent are absent. Names that the endpoint does not
   * describe were refused before.
   * @throws AppError `invalid_request` for one that is repeated or is not UTF-8.
   */
  query<Name extends string>(names: readonly Name[]): { readonly [Key in Name]?: string }
  /**
   * The body as a JSON object.
   * @throws AppError `invalid_request`, `unsupported_media_type`, `payload_too_large`
   */
  json(options?: JsonOptions): Promise<JsonObject>
  /**
   * The body as a multipart form whose files stream into the sinks of `plan`. The shell takes them
   * back (`abort`) unless and until the work of `idempotently` begins; from then on they are its own.
   * @throws AppError `invalid_request`, `unsupported_media_type`, `payload_too_large`, `rate_limited`
   */
  upload<Result>(plan: UploadPlan<Result>): Promise<Upload<Result>>
  /**
   * Whether its Idempotency-Key was used before, so that no new work comes of it: it gets the first answer,
   * or a conflict, which shows once its body has been read. What limits work lets it pass.
   */
  isRepeat(): Promise<boolean>
  /**
   * Does `work` once for an Idempotency-Key (rulings 3.6) and repeats its first answer after that;
   * without the header, just does it. Every POST answers through here, after reading its body and
   * before checking it, so that a refusal is repeated too. `work` calls `remember` inside the
   * transaction that has the effect.
   * @throws AppError `idempotency_conflict`, `idempotency_in_progress`, and what `work` throws
   */
  idempotently(work: (remember: Remember) => Promise<Answer>): Promise<Answer | SettledAnswer>
}

/** A call of an outside provider. It carries no key of ours: the endpoint must not trust it. */
export type CallbackRequest = Omit<ApiRequest, 'caller' | 'isRepeat' | 'idempotently'>

/** A request of a page of the console. */
export interface StaffRequest
  extends Pick<ApiRequest, 'requestId' | 'clientAddress' | 'signal' | 'param' | 'query' | 'json'> {
  /** Whose session it carries. @throws Error at an endpoint that is open to all */
  readonly visit: Visit
  /** Whether it came over https, as far as we or a trusted proxy know. */
  readonly isTls: boolean
  /** What the browser says it is, cut short. */
  readonly browser: string
}

interface Place {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/v1` and `/api/v1`; a parameter is `:name`. */
  readonly path: `/${string}`
}

export interface ClientEndpoint extends Place {
  readonly audience: 'client'
  /** Without it, the key is refused with `missing_scope`. */
  readonly scope: Scope
  /** For the interface document. */
  readonly describe: EndpointDescription
  answer(request: ApiRequest): Promise<Answer | SettledAnswer>
}

export interface ProviderEndpoint extends Place {
  readonly audience: 'provider'
  /** No part of the interface document. */
  readonly describe?: never
  answer(request: CallbackRequest): Promise<Answer>
}

/** What everybody may read, whole and ready: it is the same for all, so it comes with an ETag. */
export interface PublicEndpoint extends Place {
  readonly audience: 'public'
  readonly method: 'GET'
  readonly describe: EndpointDescription
  answer(): Promise<SettledAnswer>
}

/**
 * Who may ask: members whose role has the permission, or by how far a sign-in has come. `open`: anybody.
 * `half_way`: a session of any stage. `enrolling`: one that must set up a second factor first, or a fresh
 * one. `signed_in`: every member.
 */
export type StaffAccess = Permission | 'open' | 'half_way' | 'enrolling' | 'signed_in'

/** Below `/console/api`, for the console alone. */
export interface StaffEndpoint extends Place {
  readonly audience: 'staff'
  readonly permission: StaffAccess
  /** Only for who proved who they are in the last five minutes. */
  readonly confirm?: true
  /** No part of the interface document: only our own pages call it. */
  readonly describe?: never
  answer(request: StaffRequest): Promise<Answer | FileAnswer>
}

export type Endpoint = ClientEndpoint | ProviderEndpoint | PublicEndpoint | StaffEndpoint
