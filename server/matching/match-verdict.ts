// The verdicts of comparing a claim with a document. Only `mismatch` declines a person, so it is
// used for clear contradictions only; doubt has its own verdict.

/**
 * - `match`: the document confirms the claim.
 * - `unclear`: neither confirmed nor contradicted; for a reviewer.
 * - `mismatch`: the document clearly contradicts the claim.
 * - `not_compared`: one of the two sides is missing.
 */
export type MatchVerdict = 'match' | 'unclear' | 'mismatch' | 'not_compared'
