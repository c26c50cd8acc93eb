// A JSON value as a literal of another language. Pure.

export interface Notation {
  readonly text: (value: string) => string
  readonly null: string
  readonly true: string
  readonly false: string
  readonly list: readonly [open: string, close: string]
  readonly map: readonly [open: string, close: string]
  /** Separator of name and value. */
  readonly pair: string
  readonly emptyMap: string
  readonly indent: string
}

/** @param indent is put before each line except the first */
export function literal(notation: Notation, value: unknown, indent = ''): string {
  if (value === null || value === undefined) return notation.null
  if (value === true) return notation.true
  if (value === false) return notation.false
  if (typeof value === 'string') return notation.text(value)
  if (typeof value === 'number') return String(value)
  const deeper = `${indent}${notation.indent}`
  const wrap = ([open, close]: Notation['list'], parts: readonly string[]) =>
    `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`
  if (Array.isArray(value)) {
    const parts = value.map((one) => literal(notation, one, deeper))
    return parts.length === 0 ? notation.list.join('') : wrap(notation.list, parts)
  }
  const parts = Object.entries(value).map(
    ([name, one]) => `${notation.text(name)}${notation.pair}${literal(notation, one, deeper)}`,
  )
  return parts.length === 0 ? notation.emptyMap : wrap(notation.map, parts)
}

/** Escaped as in JSON, plus the single quote. */
export function singleQuoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner}'`
}
