// How genuine the document seems, from the provider's result code (specification 2.4). Pure.

import type { CheckOutcome } from './features.ts'

/**
 * Result codes of Document Verification, whose meanings stand in `providers/smile-id/result-codes.ts`.
 * Only codes that a scored verification can have: the others end in `error`.
 */
const byResultCode: Readonly<Record<string, number>> = {
  '0810': 1,
  // Genuine, as far as the provider could tell; it has only run out.
  '0817': 0.8,
  // Not judged: of a kind that is not accepted, or not recognised.
  '0816': 0.5,
  '0812': 0.4,
  '0813': 0,
  '0907': 0,
}

/**
 * Not verified, for the document or for the person: the code does not say. Where the document's own check did
 * not fail, nothing was found against it and nobody vouches for it.
 */
const notVerified = '0811'

const byCheck: Readonly<Record<CheckOutcome, number>> = {
  passed: 1,
  failed: 0.2,
  unclear: 0.5,
  not_done: 0.5,
}

/** 0 to 1. Where the code is unknown, the document's own check tells. */
export function documentAuthenticity(judged: {
  readonly resultCode: string | undefined
  readonly document: CheckOutcome
}): number {
  const { resultCode = '', document } = judged
  if (resultCode === notVerified) return document === 'failed' ? byCheck.failed : byCheck.unclear
  const known = Object.hasOwn(byResultCode, resultCode) ? byResultCode[resultCode] : undefined
  return known ?? byCheck[document]
}
