// Reads JSON that somebody outside sent, within bounds of depth and of count, so that whatever walks over it
// afterwards ends soon and on its stack. Pure.

export interface JsonBounds {
  /** Objects and lists within one another. */
  readonly depthMax: number
  /** Values, names included, roughly: what costs time, whatever the bytes. */
  readonly valuesMax: number
}

/** Far beyond what any provider says, and far below what hurts. */
export const answerBounds: JsonBounds = { depthMax: 64, valuesMax: 50_000 }

/** Undefined where the bytes are no JSON, or out of bounds; JSON itself has no undefined. */
export function parseBoundedJson(body: Buffer, bounds: JsonBounds = answerBounds): unknown {
  if (!isWithin(body, bounds)) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

const [quote, backslash] = [0x22, 0x5c]
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d]
const [comma, colon] = [0x2c, 0x3a]

/** One pass over the bytes; texts are skipped. What is no JSON may be found to be within. */
function isWithin(body: Buffer, { depthMax, valuesMax }: JsonBounds): boolean {
  let depth = 0
  let values = 1
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === quote) {
      at = endOfText(body, at)
    } else if (byte === openObject || byte === openList) {
      depth += 1
      values += 1
      if (depth > depthMax || values > valuesMax) return false
    } else if (byte === closeObject || byte === closeList) {
      depth -= 1
    } else if (byte === comma || byte === colon) {
      values += 1
      if (values > valuesMax) return false
    }
  }
  return true
}

/** Index of the quotation mark that ends the text which begins at `start`. */
function endOfText(body: Buffer, start: number): number {
  let at = start + 1
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1
  return at
}
