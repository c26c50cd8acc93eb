// Sends one request and waits for its status line, under one deadline. The rest of the response is
// read only to keep the connection reusable, and is never kept.

import type { Dispatcher } from 'undici'
import { ConnectFailure } from '../egress/guarded-connect.ts'
import { limitInterim } from '../egress/interim-responses.ts'
import { undici } from '../egress/undici.ts'
import type { Cancel, Clock } from '../kernel/clock.ts'
import { onAbort } from '../kernel/on-abort.ts'
import type { AttemptError } from '../webhooks/delivery-error.ts'
import type { AttemptResponse } from './attempt-response.ts'
import type { DeliveryRequest } from './build-request.ts'
import { retryAfterMsOf } from './retry-after.ts'

interface AttemptRequest extends Omit<DeliveryRequest, 'clientCertificate'> {
  /** From the call to the status line, connecting included. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Bytes of a response body that are read. More would let a receiver use up our bandwidth. */
const bodyBytesMax = 4096
/** Milliseconds that a response body may take; saving a connection is not worth a longer wait. */
const bodyMsMax = 1_000

/**
 * Uses undici's `dispatch`, the layer below `request` that does not follow redirects, decompress or
 * buffer, so the status line is available before the rest of the response. An unrequested `100
 * Continue` ends the connection there (`connection_lost`); other interim responses are skipped.
 * @throws only for a request that no server could answer, such as a header with a line break: a
 * bug.
 */
export function sendAttempt(
  dispatcher: Dispatcher,
  input: AttemptRequest,
  clock: Clock,
): Promise<AttemptResponse> {
  const { url, headers, body, signal } = input
  return new Promise((resolve, reject) => {
    const attempt = new Attempt(input, clock, { resolve, reject })
    if (signal.aborted) return attempt.fail('aborted')
    const path = `${url.pathname}${url.search}`
    dispatcher.dispatch({ origin: url.origin, path, method: 'POST', headers, body }, attempt)
  })
}

interface Settle {
  resolve(result: AttemptResponse): void
  reject(error: Error): void
}

/** Settles exactly once. Later events only close the connection. */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #clock: Clock
  readonly #timeoutMs: number
  readonly #settle: Settle
  readonly #startMs: number
  readonly #stopListening: Cancel
  #cancelTimer: Cancel
  #controller: Dispatcher.DispatchController | undefined
  #response: AttemptResponse | undefined
  #takeInterim: (() => void) | undefined
  #bodyBytes = 0
  #isOver = false

  constructor({ timeoutMs, signal }: AttemptRequest, clock: Clock, settle: Settle) {
    this.#clock = clock
    this.#timeoutMs = timeoutMs
    this.#settle = settle
    this.#startMs = clock.steadyMs()
    this.#cancelTimer = clock.after(timeoutMs, () => this.#giveUp('timeout'))
    this.#stopListening = onAbort(signal, () => this.#giveUp('aborted'))
  }

  /** Called when undici has a connection and is about to write. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isOver) controller.abort(new ConnectFailure('aborted'))
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200) {
      this.#takeInterim ??= limitInterim()
      this.#takeInterim()
      return
    }
    const retryAfterMs = retryAfterMsOf(headers['retry-after'], this.#clock.now())
    this.#response = { kind: 'answered', status, retryAfterMs, durationMs: this.#elapsedMs }
    // Most responses have no body, or a short one, and end before this runs.
    void Promise.resolve().then(() => this.#limitBody())
    if (Number(headers['content-length']) > bodyBytesMax) this.#giveUp('connection_lost')
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bodyBytes += chunk.length
    if (this.#bodyBytes > bodyBytesMax) this.#giveUp('connection_lost')
  }

  /** The response is complete; the connection can be reused. */
  onResponseEnd(): void {
    this.fail('connection_lost')
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (error instanceof undici().errors.InvalidArgumentError) this.#settle.reject(error)
    this.fail(failureOf(error))
  }

  /** Ends the attempt without a response, unless there was one already. */
  fail(error: AttemptError): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#cancelTimer()
    this.#stopListening()
    const durationMs = this.#elapsedMs
    this.#settle.resolve(this.#response ?? { kind: 'failed', error, durationMs })
  }

  /** Enough time or bytes were spent; the connection is closed. */
  #giveUp(error: AttemptError): void {
    this.fail(error)
    // Nobody sees this error: the attempt has been settled.
    this.#controller?.abort(new ConnectFailure('aborted'))
  }

  #limitBody(): void {
    if (this.#isOver) return
    this.#cancelTimer()
    const leftMs = Math.min(bodyMsMax, this.#timeoutMs - this.#elapsedMs)
    this.#cancelTimer = this.#clock.after(leftMs, () => this.#giveUp('timeout'))
  }

  get #elapsedMs(): number {
    return Math.round(this.#clock.steadyMs() - this.#startMs)
  }
}

function failureOf(error: Error): AttemptError {
  if (error instanceof ConnectFailure) return error.reason
  const { errors } = undici()
  const isOurs =
    error instanceof errors.ClientDestroyedError || error instanceof errors.ClientClosedError
  if (isOurs) return 'aborted'
  // With TLS 1.3 a receiver rejects our client certificate only after the handshake, in place of a
  // response.
  const isTls = 'code' in error && String(error.code).startsWith('ERR_SSL_')
  return isTls ? 'tls_failed' : 'connection_lost'
}
