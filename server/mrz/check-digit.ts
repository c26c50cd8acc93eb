// The check digit of machine-readable lines (ICAO Doc 9303, part 3, section 4.9). Pure.

const weights = [7, 3, 1]

/**
 * Returns the digit: weights 7, 3, 1 over the values of the characters (A is 10, the filler 0),
 * modulo 10.
 */
export function checkDigit(characters: string): string {
  const sum = [...characters].reduce((total, character, index) => {
    const value = character === '<' ? 0 : Number.parseInt(character, 36)
    return total + value * (weights[index % 3] ?? 0)
  }, 0)
  return String(sum % 10)
}
