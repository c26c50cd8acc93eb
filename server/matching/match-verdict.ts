// The answers that every comparison of a claim with a document can give. Only `mismatch` declines a
// person, so it is kept for what is clear; doubt has a verdict of its own.

/**
 * - `match`: the document bears the claim out.
 * - `unclear`: neither borne out nor contradicted; for a person to look at.
 * - `mismatch`: the document clearly says something else.
 * - `not_compared`: one of the two sides is missing.
 */
export type MatchVerdict = 'match' | 'unclear' | 'mismatch' | 'not_compared'
