// Whether a JSON text gives a name twice in one object. Which of the two then holds is left open by the
// standard (RFC 8259, section 4), so such an answer says two things at once. Pure.

/**
 * At any depth; names are compared as they read, so that `"\u0061"` is `"a"`. Takes time in proportion to
 * the text.
 * @param json Well-formed: what `JSON.parse` has taken.
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

/** A text is a name exactly where a colon follows it; what is in texts is no brace. */
const tokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/g
