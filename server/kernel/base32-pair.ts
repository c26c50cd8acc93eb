// Two characters at a time of the alphabet of ids, because ten bits make exactly two.

/** Crockford's base 32: digits and letters without i, l, o and u. */
export const base32Alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Every two characters of the alphabet, at the index of their ten bits. */
const pairs = [...base32Alphabet].flatMap((first) =>
  [...base32Alphabet].map((second) => first + second),
)

/** Returns the two characters of the lowest ten bits. */
export function pairOf(bits: number): string {
  return pairs[bits & 1023] ?? ''
}
