// Decides what a decoder's result says of the image, and what it says of this machine. Pure.

import { AppError } from '../../kernel/app-error.ts'
import { type Expectation, type ImageRefusal, type Inspection, refusals } from '../inspection.ts'
import { judgeQuality } from '../quality/quality-limits.ts'
import { decodeSecondsMax, queueRetryAfterSeconds } from './decode-limits.ts'
import type { DecoderResult } from './decoder.ts'
import type { ProgramFailure } from './start-program.ts'

/**
 * @param isLastTry of an image that may be why decoders hung before
 * @throws AppError `unavailable` where the machine may be the cause
 */
export function judgeDecoding(
  result: DecoderResult,
  expectation: Expectation,
  isLastTry: boolean,
): Inspection {
  if (result.kind === 'failed') return refuseAfter(result.failure, isLastTry)
  const { answer } = result
  switch (answer.kind) {
    case 'starved':
      throw noDecoder()
    case 'too_slow':
      return refusals.tooMuchWork
    case 'readable': {
      const figures = answer.figures ?? undefined
      const findings = figures === undefined ? [] : judgeQuality(figures, expectation)
      return { kind: 'readable', facts: answer.facts, findings, figures }
    }
    case 'damaged':
    case 'copied':
    case 'ready':
      return refusals.damaged
  }
}

/**
 * A decoder that crashes or runs out of memory has met a bad image: the image is rejected. One that
 * hangs, was killed or does not start may be our own problem: the client may try again, and a job tries again, until it
 * has hung so often that the image must be the cause.
 */
function refuseAfter(failure: ProgramFailure, isLastTry: boolean): ImageRefusal {
  if (failure === 'crashed' || failure === 'over_memory') return refusals.tooMuchWork
  if (failure === 'over_time' && isLastTry) return refusals.tooMuchWork
  throw noDecoder()
}

/**
 * Returns the seconds that the next image gets: twice as many after one that was starved, or it would be starved each
 * time; the first again once an image needed no more.
 */
export function nextSecondsMax(
  secondsMax: number,
  { result, tookMs }: { readonly result: DecoderResult; readonly tookMs: number },
): number {
  if (result.kind === 'failed') return secondsMax
  if (result.answer.kind === 'starved') return Math.min(decodeSecondsMax.longest, secondsMax * 2)
  return tookMs <= decodeSecondsMax.first * 1_000 ? decodeSecondsMax.first : secondsMax
}

/** Returns the failure for the log; undefined where the decoder did its work. */
export function failureOf(result: DecoderResult): ProgramFailure | undefined {
  if (result.kind === 'failed') return result.failure
  return result.answer.kind === 'starved' ? 'over_time' : undefined
}

export function noDecoder(): AppError {
  const message = `An image could not be opened just now. Try again in ${queueRetryAfterSeconds} seconds.`
  return new AppError('unavailable', message, {
    retryAfterSeconds: queueRetryAfterSeconds,
    reason: 'decoder_failed',
  })
}
