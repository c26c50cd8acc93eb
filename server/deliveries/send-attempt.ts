// Sends one request and waits for its status line, under one deadline. The rest of the response is
// read only to keep the connection reusable, and is never kept.

import type { Dispatcher } from 'undici'
import { ConnectFailure } from '../egress/guarded-connect.ts'
import { limitInterim } from '../egress/interim-responses.ts'
import { undici } from '../egress/undici.ts'
import type { Clock } from '../kernel/clock.ts'
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
    const progress = startAttempt(input, clock, resolve)
    if (signal.aborted) return progress.fail('aborted')
    const options: Dispatcher.DispatchOptions = {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: { ...headers },
      body,
    }
    let bytes = 0
    const takeInterim = limitInterim()
    dispatcher.dispatch(options, {
      onRequestStart: (controller) => progress.begin(controller),
      onResponseStart(_, status, headers) {
        if (status < 200) return takeInterim()
        progress.answered(status, headers['retry-after'])
        if (Number(headers['content-length']) > bodyBytesMax) progress.finish()
      },
      onResponseData(_, chunk) {
        bytes += chunk.length
        if (bytes > bodyBytesMax) progress.finish()
      },
      onResponseEnd: () => progress.end(),
      onResponseError(_, error) {
        if (error instanceof undici().errors.InvalidArgumentError) reject(error)
        progress.fail(failureOf(error))
      },
    })
  })
}

interface AttemptProgress {
  /** Called when undici has a connection and is about to write. */
  begin(controller: Dispatcher.DispatchController): void
  answered(status: number, retryAfter: string | string[] | undefined): void
  /** The response is complete; the connection can be reused. */
  end(): void
  /** Enough of the response was read; the connection is closed. */
  finish(): void
  /** Ends the attempt without a response, unless there was one already. */
  fail(error: AttemptError): void
}

/** Settles exactly once. Later events only close the connection. */
function startAttempt(
  { timeoutMs, signal }: AttemptRequest,
  clock: Clock,
  settle: (result: AttemptResponse) => void,
): AttemptProgress {
  const startMs = clock.steadyMs()
  const elapsedMs = () => Math.round(clock.steadyMs() - startMs)
  let response: AttemptResponse | undefined
  let controller: Dispatcher.DispatchController | undefined
  let isOver = false
  let cancelTimer = clock.after(timeoutMs, () => giveUp('timeout'))
  const abort = () => giveUp('aborted')
  signal.addEventListener('abort', abort)

  function close(error: AttemptError): void {
    if (isOver) return
    isOver = true
    cancelTimer()
    signal.removeEventListener('abort', abort)
    settle(response ?? { kind: 'failed', error, durationMs: elapsedMs() })
  }

  function giveUp(error: AttemptError): void {
    close(error)
    // Nobody sees this error: the attempt has been settled.
    controller?.abort(new ConnectFailure('aborted'))
  }

  return {
    begin(started) {
      controller = started
      if (isOver) controller.abort(new ConnectFailure('aborted'))
    },
    answered(status, retryAfter) {
      const retryAfterMs = retryAfterMsOf(retryAfter, clock.now())
      response = { kind: 'answered', status, retryAfterMs, durationMs: elapsedMs() }
      cancelTimer()
      const leftMs = Math.min(bodyMsMax, timeoutMs - elapsedMs())
      cancelTimer = clock.after(leftMs, () => giveUp('timeout'))
    },
    end: () => close('connection_lost'),
    finish: () => giveUp('connection_lost'),
    fail: close,
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
