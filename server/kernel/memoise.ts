// Keeps the results of pure functions for texts that one request after another brings, such as the address of a
// client.

/** The result for a longer text is not kept, so that the memory is bounded. */
const charactersMax = 128

/** Returns the function with the results for at most `entriesMax` texts kept; when there are more, all are dropped. */
export function memoise<Result>(
  entriesMax: number,
  work: (text: string) => Result,
): (text: string) => Result {
  const known = new Map<string, Result>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const result = work(text)
    if (text.length > charactersMax) return result
    if (known.size >= entriesMax) known.clear()
    known.set(text, result)
    return result
  }
}
