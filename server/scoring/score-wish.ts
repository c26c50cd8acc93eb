// The document number by which a client of the sandbox asks for a certain score: `SCORE-740`. Pure.

import { scoreMax } from './bands.ts'

export type ScoreWish =
  | { readonly kind: 'none' }
  /** Integer, 0 to 1000. */
  | { readonly kind: 'score'; readonly score: number }
  /** Begins as a wish does, and asks for nothing that there is. */
  | { readonly kind: 'malformed' }

/** Case, width and accents make no difference, nor whether there is a space, a dot, a slash or a hyphen. */
export function scoreWishOf(idNumber: string): ScoreWish {
  const folded = idNumber.normalize('NFKD').replace(/\p{M}/gu, '').trim().toUpperCase()
  const asked = /^SCORE(?!\p{L})(?<rest>.*)$/su.exec(folded)?.groups?.rest
  if (asked === undefined) return { kind: 'none' }
  // A second hyphen is a sign, and a zero before other digits may be meant as anything.
  const digits = /^ *[-./]? *(?<digits>0|[1-9]\d{0,3})$/.exec(asked)?.groups?.digits
  const score = digits === undefined ? undefined : Number(digits)
  return score === undefined || score > scoreMax ? { kind: 'malformed' } : { kind: 'score', score }
}
