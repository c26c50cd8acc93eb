// Finds the first flaw of a JSON text and its position, without quoting the text. Beyond the grammar it refuses
// what parsers handle differently: duplicate keys, lone surrogates, unlimited nesting. Pure.

export type JsonFlawKind = 'syntax' | 'too_deep' | 'duplicate_key' | 'lone_surrogate'

export interface JsonFlaw {
  readonly kind: JsonFlawKind
  /** Index of the offending character. */
  readonly offset: number
  /** Key of the outermost object that contains the flaw; undefined if there is none. */
  readonly topKey: string | undefined
}

const blank = /[ \t\n\r]*/y
const string = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y

interface Scan {
  readonly text: string
  readonly depthMax: number
  at: number
  topKey: string | undefined
}

/** Returns undefined for valid text, which every JSON parser then reads alike. */
export function findJsonFlaw(text: string, depthMax: number): JsonFlaw | undefined {
  const scan: Scan = { text, depthMax, at: 0, topKey: undefined }
  const kind = scanValue(scan, 0) ?? scanEnd(scan)
  return kind && { kind, offset: scan.at, topKey: scan.topKey }
}

function scanEnd(scan: Scan): JsonFlawKind | undefined {
  take(scan, blank)
  scan.topKey = undefined
  return scan.at === scan.text.length ? undefined : 'syntax'
}

function scanValue(scan: Scan, depth: number): JsonFlawKind | undefined {
  take(scan, blank)
  const opening = scan.text[scan.at]
  if (opening === '"') return scanString(scan)
  if (opening !== '{' && opening !== '[') return take(scan, scalar) ? undefined : 'syntax'
  if (depth === scan.depthMax) return 'too_deep'
  scan.at += 1
  return opening === '{' ? scanObject(scan, depth + 1) : scanArray(scan, depth + 1)
}

function scanObject(scan: Scan, depth: number): JsonFlawKind | undefined {
  const keys = new Set<string>()
  if (takeCharacter(scan, '}')) return undefined
  do {
    const flaw = scanKey(scan, depth, keys) ?? scanValue(scan, depth)
    if (flaw) return flaw
  } while (takeCharacter(scan, ','))
  return takeCharacter(scan, '}') ? undefined : 'syntax'
}

function scanKey(scan: Scan, depth: number, keys: Set<string>): JsonFlawKind | undefined {
  take(scan, blank)
  const start = scan.at
  const flaw = scanString(scan)
  if (flaw) return flaw
  const key: string = JSON.parse(scan.text.slice(start, scan.at))
  if (depth === 1) scan.topKey = key
  if (keys.has(key)) {
    scan.at = start
    return 'duplicate_key'
  }
  keys.add(key)
  return takeCharacter(scan, ':') ? undefined : 'syntax'
}

function scanArray(scan: Scan, depth: number): JsonFlawKind | undefined {
  if (takeCharacter(scan, ']')) return undefined
  do {
    const flaw = scanValue(scan, depth)
    if (flaw) return flaw
  } while (takeCharacter(scan, ','))
  return takeCharacter(scan, ']') ? undefined : 'syntax'
}

function scanString(scan: Scan): JsonFlawKind | undefined {
  const start = scan.at
  const token = take(scan, string)
  if (token === undefined) return 'syntax'
  // Decoded UTF-8 contains no lone surrogates; only an escape can produce one.
  if (!token.includes('\\u') || (JSON.parse(token) as string).isWellFormed()) return undefined
  scan.at = start
  return 'lone_surrogate'
}

function take(scan: Scan, pattern: RegExp): string | undefined {
  pattern.lastIndex = scan.at
  const token = pattern.exec(scan.text)?.[0]
  scan.at += token?.length ?? 0
  return token
}

function takeCharacter(scan: Scan, character: string): boolean {
  take(scan, blank)
  if (scan.text[scan.at] !== character) return false
  scan.at += 1
  return true
}
