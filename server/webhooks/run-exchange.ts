// One request and its status line, under one total deadline. What follows the status line is read only to
// keep the connection usable, and never kept.

import { type Dispatcher, errors } from 'undici'
import { ConnectFailure } from '../egress/guarded-connect.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Exchange, ExchangeError } from './exchange.ts'
import { retryAfterMsOf } from './retry-after.ts'

export interface ExchangeInput {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** From here to the status line, connecting included. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** What is read of an answer's body. More would let a receiver fill our line. */
const answerBytesMax = 4096
/** How long a body may take; a connection is not worth more waiting. */
const answerBodyMsMax = 1_000

/**
 * Goes below undici's `request`, to the layer that neither follows nor decompresses nor buffers: there
 * the status line is at hand before anything else of the answer. An interim `100 Continue`, which nobody
 * asked for, ends the connection there (`connection_lost`); other interim answers are skipped.
 * @throws only for a request that no server could answer, such as a header with a line break: a bug.
 */
export function runExchange(
  dispatcher: Dispatcher,
  input: ExchangeInput,
  clock: Clock,
): Promise<Exchange> {
  const { url, headers, body, signal } = input
  return new Promise((resolve, reject) => {
    const course = startCourse(input, clock, resolve)
    if (signal.aborted) return course.fail('aborted')
    const options: Dispatcher.DispatchOptions = {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: { ...headers },
      body,
    }
    let bytes = 0
    dispatcher.dispatch(options, {
      onRequestStart: (controller) => course.begin(controller),
      onResponseStart(_, status, answer) {
        if (status < 200) return
        course.answered(status, answer['retry-after'])
        if (Number(answer['content-length']) > answerBytesMax) course.finish()
      },
      onResponseData(_, chunk) {
        bytes += chunk.length
        if (bytes > answerBytesMax) course.finish()
      },
      onResponseEnd: () => course.end(),
      onResponseError(_, error) {
        if (error instanceof errors.InvalidArgumentError) reject(error)
        course.fail(failureOf(error))
      },
    })
  })
}

interface Course {
  /** Undici has a connection and is about to write. */
  begin(controller: Dispatcher.DispatchController): void
  answered(status: number, retryAfter: string | string[] | undefined): void
  /** The answer is complete; the connection can be used again. */
  end(): void
  /** Enough of the answer was read: the connection is given up. */
  finish(): void
  /** Ends without an answer, unless there was one already. */
  fail(error: ExchangeError): void
}

/** Settles exactly once. Whatever comes afterwards only closes the connection. */
function startCourse(
  { timeoutMs, signal }: ExchangeInput,
  clock: Clock,
  settle: (exchange: Exchange) => void,
): Course {
  const startMs = clock.steadyMs()
  const elapsedMs = () => Math.round(clock.steadyMs() - startMs)
  let answer: Exchange | undefined
  let controller: Dispatcher.DispatchController | undefined
  let isOver = false
  let cancelTimer = clock.after(timeoutMs, () => giveUp('timeout'))
  const abort = () => giveUp('aborted')
  signal.addEventListener('abort', abort)

  function close(error: ExchangeError): void {
    if (isOver) return
    isOver = true
    cancelTimer()
    signal.removeEventListener('abort', abort)
    settle(answer ?? { kind: 'failed', error, durationMs: elapsedMs() })
  }

  function giveUp(error: ExchangeError): void {
    close(error)
    // What it is aborted with reaches nobody: the exchange is over.
    controller?.abort(new ConnectFailure('aborted'))
  }

  return {
    begin(started) {
      controller = started
      if (isOver) controller.abort(new ConnectFailure('aborted'))
    },
    answered(status, retryAfter) {
      const retryAfterMs = retryAfterMsOf(retryAfter, clock.now())
      answer = { kind: 'answered', status, retryAfterMs, durationMs: elapsedMs() }
      cancelTimer()
      const leftMs = Math.min(answerBodyMsMax, timeoutMs - elapsedMs())
      cancelTimer = clock.after(leftMs, () => giveUp('timeout'))
    },
    end: () => close('connection_lost'),
    finish: () => giveUp('connection_lost'),
    fail: close,
  }
}

function failureOf(error: Error): ExchangeError {
  if (error instanceof ConnectFailure) return error.reason
  const isOurs =
    error instanceof errors.ClientDestroyedError || error instanceof errors.ClientClosedError
  if (isOurs) return 'aborted'
  // With TLS 1.3 a receiver refuses our certificate only after the handshake, in place of an answer.
  const isTls = 'code' in error && String(error.code).startsWith('ERR_SSL_')
  return isTls ? 'tls_failed' : 'connection_lost'
}
