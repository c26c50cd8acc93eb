// Ignores the case of the letters A to Z, as both databases do, and bounds the texts that begin alike. Pure.

/** Both databases fold only A to Z: SQLite always, PostgreSQL in columns with the collation "C". */
export function foldText(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Greater than every text that begins with `text`: both databases compare texts by their bytes in UTF-8. */
export function endOfPrefix(text: string): string {
  return `${text}\u{10ffff}`
}
