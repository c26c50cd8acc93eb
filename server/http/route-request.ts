// The request as a route receives it: readers for its parts. The API and the console's API add who sent it.

import type { JsonObject, JsonOptions } from './bodies/read-json.ts'
import type { Upload, UploadPlan } from './uploads/read-upload.ts'
import type { UploadMeter } from './uploads/upload-meter.ts'

export interface RouteRequest {
  readonly requestId: string
  /** The client's own address; see `clientAddressOf` for how proxies are treated. */
  readonly clientAddress: string
  /** Whether it came over https, to this server or to a trusted proxy. */
  readonly isTls: boolean
  /** The User-Agent header, at most 200 printable ASCII characters. */
  readonly browser: string
  /** The Idempotency-Key header, unchecked. */
  readonly idempotencyKey: string | undefined
  /**
   * Aborted with a ClientGoneError when the client disconnects before the answer. Throwing that reason ends
   * the request without an answer and without an error in the log.
   */
  readonly signal: AbortSignal
  /**
   * Method, path and digests of the body as far as it was read; equal for a repeat of the same request. Of a JSON body
   * only if the request has an Idempotency-Key.
   */
  readonly fingerprintParts: readonly string[]
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
   * Reads the body as a JSON object, under the limits of the route's row.
   * @throws AppError `invalid_request`, `unsupported_media_type`, `payload_too_large`
   */
  json(): Promise<JsonObject>
  /**
   * Reads the body as a form of at most 32 KB.
   * @throws AppError `invalid_request`, `unsupported_media_type`, `payload_too_large`
   */
  form(): Promise<URLSearchParams>
  /**
   * Reads the body as a multipart form whose files stream into the sinks of `plan`. The files are deleted
   * (`abort`) after the answer, unless `keepUploads` was called.
   * @throws AppError `invalid_request`, `unsupported_media_type`, `payload_too_large`, `rate_limited`
   */
  upload<Result>(plan: UploadPlan<Result>, meter?: RequestMeter): Promise<Upload<Result>>
  /** Leaves the uploaded files to the caller, which owns them from now on. */
  keepUploads(): void
}

/** Counts the bytes of an upload against a client's limit. */
export interface RequestMeter {
  readonly uploadMeter: UploadMeter
  readonly clientId: string
  /** Counted but never refused. */
  readonly isExempt: boolean
}

/** Method and path of a route, and how large and how complete its body must be. */
export interface RoutePlace {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/v1` and `/api/v1`, or below `/console/api`; a parameter is `:name`. */
  readonly path: `/${string}`
  /** Limits of a JSON body, where they differ from the defaults. */
  readonly body?: JsonOptions
}
