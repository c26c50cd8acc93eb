// Characters that OCR, or a person copying from a card, confuses. A difference of only these is
// doubt, never a contradiction.

/** Each string is one class, in capitals because documents use them. */
const classes = ['0OQD', '1IL', '2Z', '5S', '6G', '8B', 'UVY']

const representative: ReadonlyMap<string, string> = new Map(
  classes.flatMap((members) => [...members].map((one) => [one, members.charAt(0)] as const)),
)

/**
 * Returns the text in upper case with each character replaced by the first of its class, so that
 * look-alikes become equal.
 */
export function foldLookAlikes(text: string): string {
  return Array.from(text.toUpperCase(), (one) => representative.get(one) ?? one).join('')
}
