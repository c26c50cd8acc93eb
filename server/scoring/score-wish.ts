// The document number by which a client of the sandbox asks for a certain score: `SCORE-740`. Pure.

import { scoreMax } from './bands.ts'

/**
 * Integer, 0 to 1000; undefined for an ordinary number, which one that merely begins like a wish is, too
 * (rulings 9.6). Case, width and accents make no difference, nor whether there is a space, a dot, a slash
 * or a hyphen.
 */
export function scoreWishOf(idNumber: string): number | undefined {
  const folded = idNumber.normalize('NFKD').replace(/\p{M}/gu, '').trim().toUpperCase()
  // A second hyphen is a sign, and a zero before other digits may be meant as anything.
  const digits = /^SCORE *[-./]? *(?<digits>0|[1-9]\d{0,3})$/u.exec(folded)?.groups?.digits
  const score = digits === undefined ? undefined : Number(digits)
  return score === undefined || score > scoreMax ? undefined : score
}
