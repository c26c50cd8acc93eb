// Parses the sandbox trigger for a certain score: the document number `SCORE-740`. Pure.

import { scoreMax } from './bands.ts'

/**
 * Returns an integer from 0 to 1000; undefined for an ordinary number, including one that only begins like a trigger
 * (rulings 9.6). Ignores case, width and accents; a space, dot, slash or hyphen may separate the digits.
 */
export function scoreTriggerOf(idNumber: string): number | undefined {
  const folded = idNumber.normalize('NFKD').replace(/\p{M}/gu, '').trim().toUpperCase()
  // No second hyphen, which would be a minus sign, and no leading zero, which would be ambiguous.
  const digits = /^SCORE *[-./]? *(?<digits>0|[1-9]\d{0,3})$/u.exec(folded)?.groups?.digits
  const score = digits === undefined ? undefined : Number(digits)
  return score === undefined || score > scoreMax ? undefined : score
}
