// Computes how genuine the document seems, from the provider's result code (specification 2.4). Pure.

/** The same values as the check results of `verifications/verification.ts`. */
export type CheckOutcome = 'passed' | 'failed' | 'unclear' | 'not_done'

/**
 * Result codes of Document Verification; `providers/smile-id/result-codes.ts` explains them. Only codes that a
 * scored verification can have: the others lead to `error`.
 */
const byResultCode: Readonly<Record<string, number>> = {
  '0810': 1,
  // Genuine as far as the provider can tell, but expired.
  '0817': 0.8,
  // Not judged: document type not accepted, or not recognised.
  '0816': 0.5,
  '0812': 0.4,
  '0813': 0,
  '0907': 0,
}

/**
 * "Not verified": the code does not say whether the document or the person failed. If the document's own check
 * did not fail, its authenticity is unclear.
 */
const notVerified = '0811'

const byCheck: Readonly<Record<CheckOutcome, number>> = {
  passed: 1,
  failed: 0.2,
  unclear: 0.5,
  not_done: 0.5,
}

/** Returns 0 to 1. For an unknown code, the document's own check decides. */
export function documentAuthenticity(result: {
  readonly resultCode: string | undefined
  readonly document: CheckOutcome
}): number {
  const { resultCode = '', document } = result
  if (resultCode === notVerified) return document === 'failed' ? byCheck.failed : byCheck.unclear
  const known = Object.hasOwn(byResultCode, resultCode) ? byResultCode[resultCode] : undefined
  return known ?? byCheck[document]
}
