// Decides what the decoder answers where decoding an image ended in an error. Pure.

import { decodeProcessorShareMin } from './decode-limits.ts'
import type { DecoderAnswer } from './decoder-order.ts'

/**
 * The decoder's clock runs on while other programs have the processor, so an image whose time is over may never have
 * had its turn.
 * @param error what the decoder threw
 * @param spent.processorMs milliseconds of processor time that all threads of the process have used for the image
 * @param spent.secondsMax seconds on the wall after which it was stopped
 */
export function answerToError(
  error: unknown,
  spent: { readonly processorMs: number; readonly secondsMax: number },
): DecoderAnswer {
  const isTimeout = error instanceof Error && /^timeout/.test(error.message)
  if (!isTimeout) return { kind: 'damaged' }
  const share = spent.processorMs / (spent.secondsMax * 1_000)
  return { kind: share < decodeProcessorShareMin ? 'starved' : 'too_slow' }
}
