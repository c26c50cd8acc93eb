// Headers as logs and curl show them: a line each, `name: value`, perhaps behind a sign for the direction.

const line = /^[<>]?[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:(.*)$/

/** By lower-case name, repeated ones joined by commas; lines that are no header are passed over. */
export function readHeaderLines(text: string): Record<string, string> {
  const headers = new Map<string, string>()
  for (const one of text.split(/\r?\n/)) {
    const [, name = '', value = ''] = line.exec(one) ?? []
    const key = name.toLowerCase()
    const before = headers.get(key)
    if (key !== '')
      headers.set(key, before === undefined ? value.trim() : `${before}, ${value.trim()}`)
  }
  return Object.fromEntries(headers)
}
