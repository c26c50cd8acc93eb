// What an endpoint answers: JSON data, a response whose bytes are final, or a file.

import type { Readable } from 'node:stream'

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
