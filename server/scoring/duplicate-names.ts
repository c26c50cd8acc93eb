// Finds duplicate names in a JSON object. The standard does not say which of the two values counts (RFC 8259,
// section 4), so such an answer is ambiguous. Pure.

/**
 * Checks objects at any depth, and unescapes names first, so that `"\u0061"` equals `"a"`. Takes linear time.
 * @param json must be well-formed: accepted by `JSON.parse`
 */
export function hasDuplicateName(json: string): boolean {
  const openObjects: Set<string>[] = []
  for (const [token, text, colon] of json.matchAll(tokens)) {
    if (token === '{') openObjects.push(new Set())
    if (token === '}') openObjects.pop()
    if (text === undefined || colon === undefined) continue
    const names = openObjects.at(-1)
    const name: string = JSON.parse(text)
    if (names?.has(name)) return true
    names?.add(name)
  }
  return false
}

/** A string is a name if a colon follows it. Braces inside strings are skipped. */
const tokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/g
