// Parses a text that may not be JSON. Pure.

/** Returns undefined, which no JSON text means, for a text that is not JSON. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
