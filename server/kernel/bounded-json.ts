// Parses JSON of external services with limits on depth and number of values, so that code that walks it cannot
// overflow the stack or run for long. Pure.

import { tryJson } from './try-json.ts'

interface JsonBounds {
  /** Maximum nesting of objects and lists. */
  readonly depthMax: number
  /** Approximate maximum number of values and names. */
  readonly valuesMax: number
  /** Maximum number of escapes in strings; each takes as long as ten other characters. undefined: no limit. */
  readonly escapesMax?: number
}

/** Far above any provider's answers, and far below what causes harm. */
const answerBounds: JsonBounds = { depthMax: 64, valuesMax: 50_000 }

/** Returns undefined if the bytes are not JSON or exceed the limits. */
export function parseBoundedJson(body: Buffer, bounds: JsonBounds = answerBounds): unknown {
  return isWithinBounds(body, bounds) ? tryJson(body.toString('utf8')) : undefined
}

const [quote, backslash] = [0x22, 0x5c]
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d]
const [comma, colon] = [0x2c, 0x3a]

/** Scans the bytes once, skipping strings. Returns true for some bytes that are not JSON. */
export function isWithinBounds(
  body: Buffer,
  { depthMax, valuesMax, escapesMax = Number.POSITIVE_INFINITY }: JsonBounds,
): boolean {
  let depth = 0
  let values = 1
  let escapes = 0
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === quote) {
      for (at += 1; at < body.length && body[at] !== quote; at += 1) {
        if (body[at] !== backslash) continue
        at += 1
        escapes += 1
      }
      if (escapes > escapesMax) return false
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
